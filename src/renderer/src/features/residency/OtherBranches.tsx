import { useStore } from '../../state/store.ts';
import { count } from '../../ui/format.ts';
import { usePreview } from '../context/usePreview.ts';
import { branchName, branchWords } from '../tape/branches.ts';
import type { Frame } from './bars.ts';
import { stepIndex } from './chart.ts';
import { LANE, type Layout, xOf } from './layout.ts';
import styles from './Residency.module.css';
import type { Answer } from './rows.ts';

/** Room that the words of a branch want on one side of its bar. */
const WORDS = 120;

/** The other branches, each in a lane from where it left; a click goes there. */
export function OtherBranches({ answer, layout, frame }: { answer: Answer; layout: Layout; frame: Frame }) {
  const { otherBranches } = answer;
  if (layout.lanes.height === 0) return null;
  const shown = otherBranches.slice(0, Math.round(layout.lanes.height / LANE));
  return (
    <ol className="absolute left-0" aria-label="Other branches" style={{ top: layout.lanes.top, width: layout.right }}>
      {shown.map((branch, at) => (
        <li key={`${branch.branch} ${branch.first}`} style={{ height: LANE }}>
          <Lane
            {...{ answer, layout, frame, branch }}
            more={
              at === shown.length - 1 && otherBranches.length > shown.length
                ? ` · ${count(otherBranches.length - shown.length, 'more', 'more')}`
                : ''
            }
          />
        </li>
      ))}
    </ol>
  );
}

interface LaneProps {
  answer: Answer;
  layout: Layout;
  frame: Frame;
  branch: Answer['otherBranches'][number];
  more: string;
}

const Lane = ({ answer, layout, frame, branch, more }: LaneProps) => {
  const moveTo = useStore((state) => state.moveTo);
  const begins = usePreview(answer.tape, branch.entry)?.text.replace(/\s+/g, ' ') ?? '';
  const at = branch.from === null ? 0 : stepIndex(answer.steps, branch.from) + 1;
  const left = Math.max(layout.left, Math.min(layout.right - 8, xOf(layout, frame, at)));
  const width = Math.max(8, Math.min(layout.right - left, branch.steps * frame.across));
  const after = layout.right - left - width >= WORDS;
  const words = `${branchName(branch)} · ${branchWords(branch)}`;
  return (
    <button
      type="button"
      className="relative full-width full-height tiny dim text-left hover-ink hover-shade"
      title={begins}
      onClick={() => moveTo(branch.last)}
    >
      <span className={`${styles.branchName} cut absolute`} style={{ width: layout.left - 24 }}>
        {branch.branch === 0 ? 'main' : begins || 'branch'}
      </span>
      <span className={`${styles.branchBar} absolute tall-8`} style={{ left, width }} />
      <span
        className={`${styles.branchWords} cut absolute`}
        style={after ? { left: left + width + 6 } : { right: layout.right - left + 6 }}
      >
        {words}
        {more}
      </span>
    </button>
  );
};
