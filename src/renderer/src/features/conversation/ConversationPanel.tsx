import { useMemo, useState } from 'react';
import { isOnLine } from '../../../../shared/model/branches.ts';
import { useBranches, useLine } from '../../data/branchHooks.ts';
import { type Spot, useSpot, useTape, useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import type { Columns } from '../tape/columns.ts';
import { useColumns } from '../tape/useColumns.ts';
import { ConversationList } from './ConversationList.tsx';
import { sentIn } from './conversation.ts';
import { Printed } from './Printed.tsx';
import { rowsIn } from './structure.ts';
import { useStructure } from './useRows.ts';
import { Whence } from './Whence.tsx';

/** A branch as one reads it: prompts, answers, and what was called in between. */
export function ConversationPanel() {
  const tape = useStore((state) => state.tape);
  return tape === null ? null : <ConversationOf key={tape} tape={tape} />;
}

const ConversationOf = ({ tape }: { tape: string }) => {
  const columns = useColumns(tape);
  const branches = useBranches(tape);
  const held = columns.data;
  // Rows that are drawn before anybody knows where the playhead is would jump.
  const spot = useSpot();
  const whole = held !== undefined && held.missing.length === 0 && branches !== null && spot !== null;
  return (
    <section className={`fill-last stack full-height shrink-y on-bg`} aria-label="Conversation">
      <Whence tape={tape} />
      {whole ? (
        <Branch tape={tape} held={held} spot={spot} />
      ) : columns.error ? (
        <Failure error={columns.error} onRetry={() => void columns.refetch()} />
      ) : (
        <Coming />
      )}
    </section>
  );
};

const Coming = () => <SkeletonRows rows={9} height={50} label="Reading the conversation" />;

const Branch = ({ tape, held, spot }: { tape: string; held: Columns; spot: Spot }) => {
  const line = useLine(tape);
  const policy = useStore((state) => state.policy);
  const view = useView(tape, spot, policy).data;
  const project = useTape(tape).data?.tape.project ?? '';
  const [unfolded, setUnfolded] = useState(false);
  const [printing, setPrinting] = useState(false);
  const isOn = useMemo(() => (line === null ? () => true : (step: number) => isOnLine(line.tape, line.upTo, step)), [line]);
  const span = useStore((state) => state.span);
  const all = useStructure(held, isOn);
  const rows = useMemo(() => (span === null || all === null ? all : rowsIn(all, span)), [all, span]);
  const sent = useMemo(() => sentIn(view), [view]);
  useKeys({ print: () => setPrinting(true) });
  const raw = useStore((state) => state.raw);
  const setRaw = useStore((state) => state.setRaw);
  if (rows === null) return <Coming />;
  return (
    <>
      <header className="row middle gap-x-2 line-below small dim bar-high pad-y-tight pad-x-4">
        <span>
          <b>{count(rows.count, 'block')}</b>
          {line !== null && line.others.length > 0 && ` · ${count(line.others.length, 'other branch', 'other branches')}`}
        </span>
        <span className="row middle push gap-3 nowrap">
          <Button look="quiet" aria-pressed={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? 'Fold tools' : 'Unfold tools'}
          </Button>
          <Button look="quiet" aria-disabled={printing} onClick={() => setPrinting(true)}>
            {printing ? 'Reading it all…' : 'Print…'}
          </Button>
          <Button look="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            Raw <KeyCaps id="raw" />
          </Button>
        </span>
      </header>
      {rows.count === 0 ? (
        <p className="pad-4 small dim measure">
          {span === null
            ? 'Nothing has been said on this tape yet. Its first prompt will appear here.'
            : 'Nothing was said in the selected steps.'}
        </p>
      ) : (
        <ConversationList of={{ tape, project, held, rows, sent, spot, unfolded }} />
      )}
      {printing && <Printed of={{ tape, project, held, rows, sent, spot, unfolded: true }} onDone={() => setPrinting(false)} />}
    </>
  );
};
