import { useState } from 'react';
import { useTape } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatDuration } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Cell, Grid } from '../entries/scroll/Grid.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import type { Columns } from '../tape/columns.ts';
import { Details, useColumns } from '../tape/useColumns.ts';
import { Block } from './Block.tsx';
import styles from './Conversation.module.css';
import { Measured } from './Measured.tsx';
import type { Structure } from './structure.ts';
import { useRows, useStructure } from './useRows.ts';
import { Whence } from './Whence.tsx';

/** Shows what a sub-agent was asked, did and answered, next to the branch that called it. */
export function SubAgent({ tape }: { tape: string }) {
  const openTape = useStore((state) => state.openTape);
  const setAgent = useStore((state) => state.setAgent);
  const head = useTape(tape);
  const columns = useColumns(tape);
  const held = columns.data;
  useKeys({ 'go.right': () => openTape(tape), close: () => setAgent(null) });
  const error = head.error ?? columns.error;
  return (
    <aside className={`${styles.subAgent} fill-last stack full-height shrink-x clip on-panel`} aria-label="Sub-agent">
      {held && <Details held={held} />}
      <Whence tape={tape} />
      <Head tape={tape} />
      {held !== undefined && held.missing.length === 0 ? (
        <Rows tape={tape} held={held} />
      ) : error ? (
        <Failure error={error} onRetry={() => void columns.refetch()} />
      ) : (
        <Coming />
      )}
    </aside>
  );
}

const Head = ({ tape }: { tape: string }) => {
  const openTape = useStore((state) => state.openTape);
  const setAgent = useStore((state) => state.setAgent);
  const row = useTape(tape).data?.tape;
  const took = row?.started != null && row.ended !== null ? row.ended - row.started : 0;
  return (
    <header className={`${styles.subHead} pad-x-4 pad-y-3 line-below`}>
      <h2 className="large break-anywhere">{row?.title ?? ' '}</h2>
      <p className="row wrap gap-x-3 small dim">
        {row !== undefined && (
          <span>
            {[row.model, count(row.steps, 'step'), row.failed > 0 && count(row.failed, 'error'), took > 0 && formatDuration(took)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        <span className="row middle push gap-3 nowrap">
          <Button look="quiet" onClick={() => openTape(tape)}>
            open as a tape <KeyCaps id="go.right" />
          </Button>
          <Button look="quiet" onClick={() => setAgent(null)}>
            close <KeyCaps id="go.left" />
          </Button>
        </span>
      </p>
    </header>
  );
};

const all = () => true;

const Coming = () => <SkeletonRows rows={6} height={50} label="Reading the sub-agent" />;

const Rows = ({ tape, held }: { tape: string; held: Columns }) => {
  const rows = useStructure(held, all);
  return rows === null ? <Coming /> : <List tape={tape} held={held} rows={rows} />;
};

const List = ({ tape, held, rows }: { tape: string; held: Columns; rows: Structure }) => {
  const project = useTape(tape).data?.tape.project ?? '';
  const of = { tape, project, held, rows, sent: null, spot: null, unfolded: false };
  const { items, scroll, onHeight } = useRows(of);
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const turn = (row: number) => {
    const seq = rows.seq[row] ?? 0;
    setTurned((before) => (before.has(seq) ? new Set([...before].filter((one) => one !== seq)) : new Set([...before, seq])));
  };
  return (
    <div className="grid shrink-y">
      <Grid
        scroll={scroll}
        label="What the sub-agent did"
        count={rows.count}
        items={items}
        active={null}
        onPick={() => {}}
        onOpen={turn}
        row={(row) => (
          <Cell>
            <Measured row={row} onHeight={onHeight}>
              <Block of={of} row={row} head={null} turned={turned.has(rows.seq[row] ?? 0)} active={false} onTurn={() => turn(row)} />
            </Measured>
          </Cell>
        )}
      />
    </div>
  );
};
