import { useStore } from '../../state/store.ts';
import { count } from '../../ui/format.ts';
import { usePreview } from '../context/usePreview.ts';
import { asideName, asideWords } from '../tape/branches.ts';
import type { Frame } from './bars.ts';
import { stepIndex } from './chart.ts';
import { BESIDE, type Layout, xOf } from './layout.ts';
import styles from './Residency.module.css';
import type { Answer } from './rows.ts';

/** Room that the words of a branch want on one side of its bar. */
const WORDS = 120;

/** The branches beside the one that is drawn, each in a lane from where it left; a click follows it. */
export const Beside = ({ answer, layout, frame }: { answer: Answer; layout: Layout; frame: Frame }) => {
  const { beside } = answer;
  if (layout.beside.height === 0) return null;
  const shown = beside.slice(0, Math.round(layout.beside.height / BESIDE));
  return (
    <ol className={styles.beside} aria-label="Other branches" style={{ top: layout.beside.top, width: layout.right }}>
      {shown.map((aside, at) => (
        <li key={`${aside.branch} ${aside.first}`} style={{ height: BESIDE }}>
          <Lane
            {...{ answer, layout, frame, aside }}
            more={
              at === shown.length - 1 && beside.length > shown.length ? ` · ${count(beside.length - shown.length, 'more', 'more')}` : ''
            }
          />
        </li>
      ))}
    </ol>
  );
};

interface LaneProps {
  answer: Answer;
  layout: Layout;
  frame: Frame;
  aside: Answer['beside'][number];
  more: string;
}

const Lane = ({ answer, layout, frame, aside, more }: LaneProps) => {
  const moveTo = useStore((state) => state.moveTo);
  const begins = usePreview(answer.tape, aside.entry)?.text.replace(/\s+/g, ' ') ?? '';
  const at = aside.from === null ? 0 : stepIndex(answer.steps, aside.from) + 1;
  const left = Math.max(layout.left, Math.min(layout.right - 8, xOf(layout, frame, at)));
  const width = Math.max(8, Math.min(layout.right - left, aside.steps * frame.across));
  const after = layout.right - left - width >= WORDS;
  const words = `${asideName(aside)} · ${asideWords(aside)}`;
  return (
    <button type="button" title={begins} onClick={() => moveTo(aside.last)}>
      <span className={`${styles.besideName} cut`} style={{ width: layout.left - 24 }}>
        {aside.branch === 0 ? 'main' : begins || 'branch'}
      </span>
      <span className={styles.besideBar} style={{ left, width }} />
      <span className={`${styles.besideWords} cut`} style={after ? { left: left + width + 6 } : { right: layout.right - left + 6 }}>
        {words}
        {more}
      </span>
    </button>
  );
};
