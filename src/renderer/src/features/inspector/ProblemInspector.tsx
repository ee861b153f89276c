import type { Problem } from '../../../../shared/model/index.ts';
import { useRawLine, useTape } from '../../data/hooks.ts';
import { Copy } from '../../ui/Copy.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { byteRange } from './bytes.ts';
import { Fact, Facts } from './Facts.tsx';
import styles from './Inspector.module.css';
import { Staged } from './Staged.tsx';
import { Trail } from './Trail.tsx';

/** A line that was mended or could not be read, with its raw bytes as text. */
export function ProblemInspector({ tape, problem }: { tape: string; problem: Problem }) {
  const answer = useRawLine(tape, problem);
  const native = useTape(tape).data?.tape.native != null;
  return (
    <div className="full-height scroll-y pad-top-3 pad-bottom-5 pad-x-4">
      <h2 className={`${styles.title} large`}>
        Line {formatNumber(problem.line)}, {problem.outcome}
      </h2>
      <p className="small dim break-anywhere high-18 margin-top-tight margin-bottom-3">{problem.reason}</p>
      <Facts>
        <Fact name="source bytes">
          {byteRange(problem, native)} ({formatBytes(problem.length)})
        </Fact>
      </Facts>
      <div className={`row gap-4 line-below small margin-bottom-2`}>
        <Trail />
      </div>
      {answer.isPending && <SkeletonRows rows={4} height={40} label="Reading the line" />}
      {answer.isError && <Failure error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isSuccess && (
        <section className="pad-bottom-3">
          <header className={`${styles.partHead} row baseline gap-2 tiny semibold dim`}>
            <span>as written</span>
            <Copy text={answer.data.text} />
          </header>
          <Staged text={answer.data.text}>{(text) => <pre className={`${styles.code} pre-wrap break-anywhere`}>{text}</pre>}</Staged>
        </section>
      )}
    </div>
  );
}
