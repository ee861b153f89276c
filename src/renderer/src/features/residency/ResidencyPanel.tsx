import { useDeferredValue, useMemo, useState } from 'react';
import type { ResidencyBy } from '../../../../shared/model/index.ts';
import { useCancelJob, useJobs } from '../../data/appHooks.ts';
import { useLine } from '../../data/branchHooks.ts';
import { useTape } from '../../data/hooks.ts';
import { useResidency } from '../../data/residencyHooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { PolicyField } from '../../ui/PolicyField.tsx';
import { type Option, Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { jobLine } from '../status/progress.ts';
import { useColumns } from '../tape/useColumns.ts';
import { LostAside } from '../why/LostAside.tsx';
import { stepsHeld } from '../why/rows.ts';
import { WhyAnswer } from '../why/WhyAnswer.tsx';
import { WhyField } from '../why/WhyField.tsx';
import { About } from './About.tsx';
import { Costliest } from './Costliest.tsx';
import { chartOf } from './chart.ts';
import { countsOf } from './labels.ts';
import styles from './Residency.module.css';
import { ResidencyChart } from './ResidencyChart.tsx';
import type { Range } from './range.ts';
import type { Answer } from './rows.ts';
import { answerWithin, indexesOf } from './within.ts';

const rowOptions: Option<ResidencyBy>[] = [
  { value: 'entry', label: 'rows: entries', hint: 'one for each entry that was in context' },
  { value: 'phase', label: 'rows: phases', hint: 'what each phase wrote, together' },
  { value: 'file', label: 'rows: files', hint: 'what was read from and written to each file' },
  { value: 'tool', label: 'rows: tools', hint: 'calls and results of each tool' },
];

/** When each fact was in context, when it left, and what that cost. */
export function ResidencyPanel() {
  const tape = useStore((state) => state.tape);
  const by = useStore((state) => state.rows);
  const setRows = useStore((state) => state.setRows);
  return tape === null ? null : <ResidencyOf key={tape} tape={tape} by={by} onBy={setRows} />;
}

const ResidencyOf = ({ tape, by, onBy }: { tape: string; by: ResidencyBy; onBy: (by: ResidencyBy) => void }) => {
  const { policy, setPolicy, why } = usePick('policy', 'setPolicy', 'why');
  const head = useTape(tape).data;
  const line = useLine(tape);
  const residency = useResidency(tape, policy, by, line?.last ?? null);
  const answer = useUnhurried(residency.data);
  const anchors = head?.anchors.toReversed() ?? [];
  return (
    <section className={`${styles.panel} stack full-height shrink-y on-bg`} aria-label="Residency" aria-busy={residency.isFetching}>
      <WhyField tape={tape} />
      {/* With an answer it is in the way, unless it says under which policy. */}
      {(why === null || policy !== 'as-recorded') && (
        <header className={`${styles.bar} row middle gap-y-1 gap-x-4 bar-high line-below small dim pad-y-1 pad-x-4`}>
          <PolicyField label="Policy" policy={policy} anchors={anchors} onChange={setPolicy} />
          <Select label="Rows" value={by} options={rowOptions} onChange={onBy} />
          {answer !== undefined && answer.steps.length > 0 && <Summary answer={answer} />}
        </header>
      )}
      {residency.isError ? (
        <Failure error={residency.error} onRetry={() => void residency.refetch()} />
      ) : answer === undefined ? (
        <Coming tape={tape} />
      ) : answer.steps.length === 0 ? (
        <p className="grow pad-4 dim">
          No step outside of sub-agents made a request, so no entry was in a context of this tape. Entries shows all its lines.
        </p>
      ) : (
        <Asked tape={tape} answer={answer} by={by} />
      )}
    </section>
  );
};

/** An answer that just arrived, a moment later: what it takes to draw a long one does not follow in the task that received it. To another question at once. */
const useUnhurried = (answer: Answer | undefined): Answer | undefined => {
  const late = useDeferredValue(answer);
  if (answer === undefined || late === undefined) return undefined;
  const isSame = late.tape === answer.tape && late.policy === answer.policy && late.groups?.by === answer.groups?.by;
  return isSame ? late : answer;
};

/** The question first; with an answer its rows are in place of the chart. */
const Asked = ({ tape, answer, by }: { tape: string; answer: Answer; by: ResidencyBy }) => {
  const why = useStore((state) => state.why);
  const span = useStore((state) => state.span);
  const range = useMemo(() => span && indexesOf(answer, span), [answer, span]);
  const shown = useMemo(() => (range ? answerWithin(answer, range) : answer), [answer, range]);
  if (why !== null) return <WhyAnswer tape={tape} answer={answer} />;
  if (span !== null && range === null) return <p className="grow pad-4 dim">None of the selected steps made a request on this branch.</p>;
  return <Body key={`${by} ${span?.from} ${span?.to}`} answer={shown} range={range} tape={tape} />;
};

const Body = ({ answer, range, tape }: { answer: Answer; range: Range | null; tape: string }) => {
  const { entry, select } = usePick('entry', 'select');
  const held = useColumns(tape).data;
  const [hovered, setHovered] = useState<number | null>(null);
  const [group, setGroup] = useState<number | null>(null);
  const { seqs } = chartOf(answer);
  if (held === undefined) return <div className="grow shrink-y clip" />;
  const part = hovered === null || answer.groups !== null ? null : (answer.outside[hovered] ?? null);
  const row = answer.groups === null ? null : (hovered ?? group);
  const seq = answer.groups === null && part === null ? (hovered === null ? entry : (seqs?.[hovered] ?? null)) : null;
  return (
    <>
      <div className={`${styles.body} grid grow shrink-y container`}>
        <ResidencyChart answer={answer} range={range} held={held} group={group} onGroup={setGroup} onHover={setHovered} />
        <Costliest answer={answer} tape={tape} group={group} onGroup={setGroup}>
          <LostAside few tape={tape} at={null} stepsOf={(one) => stepsHeld(answer, one)} onEntry={select} />
        </Costliest>
      </div>
      <About answer={answer} tape={tape} seq={seq} row={row} part={part} />
    </>
  );
};

/** The work as it goes, with a way out; what is quick never gets to show it. */
const Coming = ({ tape }: { tape: string }) => {
  const job = useJobs().data?.items.find((one) => one.phase === 'residency' && one.tape === tape && one.state === 'running');
  const cancel = useCancelJob();
  return (
    <div className="grow shrink-y clip">
      <p className="row middle gap-2 pad-x-4 small dim bar-high" role="status">
        {job && <progress value={job.done} max={Math.max(1, job.total)} aria-label={job.title} />}
        {job && jobLine(job)}
        {job && (
          <Button look="quiet" onClick={() => cancel.mutate(job.id)}>
            cancel
          </Button>
        )}
      </p>
      <SkeletonRows rows={9} height={36} label="Following every entry from step to step" />
    </div>
  );
};

/** How many entries were ever there, and how many left. */
const Summary = ({ answer }: { answer: Answer }) => {
  const { entries, gone } = useMemo(() => countsOf(answer), [answer]);
  return (
    <span>
      <b className="ink">{formatNumber(entries)}</b> {entries === 1 ? 'entry' : 'entries'} over {count(answer.steps.length, 'step')} ·{' '}
      <b className="ink">{formatNumber(gone)}</b> left the context
      {answer.every > 1 && ` · shows one step in ${formatNumber(answer.every)}`}
      {answer.groups?.complete === false && ' · files of the newest calls only'}
      {answer.notes.map((note) => ` · ${note}`)}
    </span>
  );
};
