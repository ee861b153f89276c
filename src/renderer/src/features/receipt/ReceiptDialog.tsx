import type { Problem, Receipt } from '../../../../shared/model/index.ts';
import { useReceipt } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Copy } from '../../ui/Copy.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatBytes, formatNumber } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useShowInspector } from '../inspector/useShowInspector.ts';
import styles from './Receipt.module.css';
import { isClosed, sumRows } from './sums.ts';

interface Props {
  problems: readonly Problem[];
  /** How many there are; the list may hold fewer. */
  total: number;
  onInspect: (problem: Problem) => void;
}

/** Lines that were mended or could not be read; each opens its raw bytes. */
function ProblemList({ problems, total, onInspect }: Props) {
  if (total === 0) return null;
  return (
    <section className="pad-top-4 small">
      <h3 className="pad-bottom-1">Lines with problems</h3>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.offset} ${problem.outcome}`}>
            <button
              type="button"
              className={`${styles.problem} grid full-width gap-3 pad-y-1 line-above`}
              onClick={() => onInspect(problem)}
            >
              <span className={styles.line}>line {formatNumber(problem.line)}</span>
              <span>{problem.reason}</span>
              <span className={problem.outcome === 'unreadable' ? 'warn' : 'dim'}>
                {problem.outcome} · {formatBytes(problem.length)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {problems.length < total && (
        <p className="dim">
          The first {formatNumber(problems.length)} of {formatNumber(total)}.
        </p>
      )}
    </section>
  );
}

const Sums = ({ receipt }: { receipt: Receipt }) => (
  <table className={`${styles.sums} small self-start`}>
    <caption className="unseen">What became of every line</caption>
    <tbody>
      {sumRows(receipt).map(({ name, value }) => (
        <tr key={name}>
          <th className="dim" scope="row">
            {name}
          </th>
          <td className="text-right">{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Words = ({ receipt }: { receipt: Receipt }) => (
  <div className="grid gap-2 small content-start">
    <p className={isClosed(receipt) ? 'ok semibold' : 'error semibold'}>
      {isClosed(receipt)
        ? `Every line ${receipt.toCome > 0 ? 'so far ' : ''}is accounted for.`
        : 'The sums do not close. This is a bug in Tapescope.'}
    </p>
    <p>
      {formatBytes(receipt.bytes)} read, {count(receipt.entries, 'entry', 'entries')} made.
      {receipt.lines.repaired > 0 && ` Of the lines with entries, ${formatNumber(receipt.lines.repaired)} were repaired.`}
      {receipt.reread > 0 && ` Read again ${count(receipt.reread, 'time')} because the file had changed.`}
    </p>
    {receipt.notes.map((note) => (
      <p key={note}>{note}</p>
    ))}
  </div>
);

const Unknown = ({ types }: { types: Record<string, number> }) => {
  const rows = Object.entries(types).sort((a, b) => b[1] - a[1]);
  if (rows.length === 0) return null;
  return (
    <section className="pad-top-4 small">
      <h3 className="pad-bottom-1">Types this version does not know</h3>
      <p className="dim">They are kept, shown and searchable.</p>
      <ul className="row wrap gap-x-4 gap-y-1 pad-top-1">
        {rows.map(([type, amount]) => (
          <li key={type}>
            <code>{type}</code> <span className="dim">{formatNumber(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** What the import did with every line of the open tape's source. */
export function ReceiptDialog({ onClose }: { onClose: () => void }) {
  const tape = useStore((state) => state.tape);
  const inspectProblem = useStore((state) => state.inspectProblem);
  const showInspector = useShowInspector();
  const answer = useReceipt(tape);
  const inspect = (problem: Problem) => {
    inspectProblem(problem);
    showInspector();
    onClose();
  };
  return (
    <Dialog title="Receipt" onClose={onClose}>
      <div className="scroll-y pad-x-4 pad-bottom-4">
        {answer.isPending && <SkeletonRows rows={4} height={40} label="Reading the receipt" />}
        {answer.isError && <Failure error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isSuccess && (
          <>
            <p className="pad-bottom-3 tiny break-anywhere">
              <code className="tiny dim">{answer.data.receipt.file}</code> <Copy text={answer.data.receipt.file} what="path" />
            </p>
            <div className={`${styles.top} grid gap-5`}>
              <Sums receipt={answer.data.receipt} />
              <Words receipt={answer.data.receipt} />
            </div>
            <Unknown types={answer.data.receipt.unknownTypes} />
            <ProblemList problems={answer.data.problems} total={answer.data.problemCount} onInspect={inspect} />
          </>
        )}
      </div>
    </Dialog>
  );
}
