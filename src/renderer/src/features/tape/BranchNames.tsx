import type { OtherBranch } from '../../../../shared/model/branches.ts';
import { useStore } from '../../state/store.ts';
import { usePreview } from '../context/usePreview.ts';
import { branchName, branchWords } from './branches.ts';
import type { Scene } from './draw/pen.ts';
import { toPixel } from './scale.ts';
import styles from './Tape.module.css';

/** Least room for words next to a branch, and the most that they take. */
const LEAST = 70;
const MOST = 320;
const AIR = 6;

/** The lanes of other branches as buttons: what each is called, and a click that moves the playhead there. */
export function BranchNames({ scene }: { scene: Scene }) {
  const { beside, layout, held } = scene;
  if (!beside || beside.lanes.length === 0) return null;
  return (
    <ol aria-label="Other branches">
      {beside.lanes.map((lane, at) =>
        lane.map((aside, index) => {
          const place = placeOf(scene, aside, lane[index - 1], lane[index + 1]);
          const top = layout.branches[at]?.top;
          return place === null || top === undefined ? null : (
            <li
              key={`${aside.branch} ${aside.first}`}
              className={`${styles.branch} absolute`}
              style={{ top, left: place.left, width: place.width }}
            >
              <BranchName tape={held.tape} aside={aside} place={place} more={at === beside.lanes.length - 1 ? beside.more : 0} />
            </li>
          );
        }),
      )}
    </ol>
  );
}

interface PlaceOnLane {
  left: number;
  width: number;
  /** The side of the ticks that the words are on, and how far the ticks go; null where there is no room. */
  words: { side: 'left' | 'right'; ticks: number } | null;
}

/** Words follow the ticks where there is room up to the next branch in the lane, else they are before them. */
const placeOf = (
  { axis, scale, layout }: Scene,
  aside: OtherBranch,
  before: OtherBranch | undefined,
  after: OtherBranch | undefined,
): PlaceOnLane | null => {
  const at = (step: number): number => toPixel(scale, axis.ofStep(step));
  const start = Math.max(layout.left, at(aside.from ?? aside.first));
  const end = Math.min(layout.right, at(aside.last) + 4);
  if (end < layout.left || start > layout.right) return null;
  const roomAfter = (after ? at(after.from ?? after.first) : layout.right) - end - AIR;
  const roomBefore = start - (before ? at(before.last) + AIR : layout.left) - AIR;
  const ticks = Math.max(6, end - start) + AIR;
  if (roomAfter >= LEAST) return { left: start, width: ticks + Math.min(MOST, roomAfter), words: { side: 'right', ticks } };
  if (roomBefore >= LEAST) {
    const room = Math.min(MOST, roomBefore);
    return { left: start - room - AIR, width: room + ticks, words: { side: 'left', ticks } };
  }
  return { left: start, width: ticks, words: null };
};

const BranchName = ({ tape, aside, place, more }: { tape: string; aside: OtherBranch; place: PlaceOnLane; more: number }) => {
  const moveTo = useStore((state) => state.moveTo);
  const begins = usePreview(tape, aside.entry)?.text.replace(/\s+/g, ' ') ?? '';
  const words = `${branchName(aside)} · ${branchWords(aside)}`;
  const others = more > 0 ? ` · ${more} more` : '';
  const style = place.words?.side === 'left' ? { paddingRight: place.words.ticks } : { paddingLeft: place.words?.ticks };
  return (
    <button
      type="button"
      className={`${place.words?.side === 'left' ? styles.before : ''} cut full-width full-height text-left tiny dim hover-ink`}
      style={style}
      aria-label={place.words ? undefined : words}
      title={`${words}${others}\n${begins}`}
      onClick={() => moveTo(aside.last)}
    >
      {place.words && (
        <>
          <b className="semibold">{words}</b>
          {others} {aside.branch === 0 ? '' : begins}
        </>
      )}
    </button>
  );
};
