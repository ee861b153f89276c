import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Read } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import type { Client } from '../../../../shared/rpc/client.ts';
import { useClient } from '../../data/client.tsx';
import { useEntry } from '../../data/hooks.ts';
import { keys } from '../../data/keys.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatClock, formatDuration, formatNumber } from '../../ui/format.ts';
import { entryTone, kindColour, kindHint, kindWord } from '../../ui/kinds.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { seen } from '../../ui/steering.tsx';
import { createBatch } from '../context/batch.ts';
import { tokensLong, tokensShort } from '../context/figures.ts';
import { RawRecord } from '../inspector/RawRecord.tsx';
import { More } from '../inspector/Staged.tsx';
import { Call } from './Call.tsx';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';
import { foldedLine, isWhole, isWordless, saidParts, WORD } from './folding.ts';
import { latencyOf, railOf, shortLatency } from './gutter.ts';
import { Said } from './Said.tsx';
import { ROW } from './structure.ts';

const MOST = 60;
/** Milliseconds that rows coming into view wait for each other. */
const WAIT = 12;

const batches = new WeakMap<Client, Map<string, ReturnType<typeof createBatch<Read>>>>();

const batchOf = (client: Client, tape: string) => {
  const known = batches.get(client) ?? new Map<string, ReturnType<typeof createBatch<Read>>>();
  batches.set(client, known);
  const load = async (seqs: number[]) =>
    new Map((await client.call('entries.read', { tape, seqs })).items.map((item) => [item.row.seq, item]));
  const ask = known.get(tape) ?? createBatch(load, MOST, WAIT);
  known.set(tape, ask);
  return ask;
};

const moreOf = async (client: Client, tape: string, seq: number): Promise<Read | null> =>
  (await client.call('entries.read', { tape, seqs: [seq], more: true })).items[0] ?? null;

/** An entry as it is read in a conversation; undefined while it comes. Rows in view share calls; one that grew is asked for again, since a call may have its result now. */
function useRead(tape: string, seq: number | null, more: boolean): Read | null | undefined {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.read(tape, seq ?? 0), more],
    queryFn: seq === null ? skipToken : ({ signal }) => (more ? moreOf(client, tape, seq) : batchOf(client, tape)(seq, signal)),
    placeholderData: (before) => (before?.row.seq === seq ? before : undefined),
    gcTime: 60_000,
  }).data;
}

/** The record of an entry as it is in the source. */
function RawBlock({ tape, seq }: { tape: string; seq: number }) {
  const { data, isPlaceholderData } = useEntry(tape, seq);
  return data === undefined || isPlaceholderData ? <Bar width="60%" /> : <RawRecord detail={data} />;
}

interface Props {
  of: Conversation;
  row: number;
  /** The row before which the playhead is. */
  head: number | null;
  turned: boolean;
  active: boolean;
  onTurn: () => void;
}

/** One row: the gutter with its step and whether it is in context, and what was said. */
export function Block(props: Props) {
  const { of, row, head } = props;
  const { rows, held, sent } = of;
  const what = rows.what[row];
  const seq = rows.seq[row] ?? 0;
  const [more, setMore] = useState(false);
  const read = useRead(of.tape, what === ROW.entry ? seq : null, more);
  const covered = [seq, ...(read?.results.map((result) => result.row.seq) ?? [])];
  const rail = what === ROW.branch ? 'out' : railOf(covered, sent, head === null || row < head);
  const begins = rows.begins[row] === 1;
  const step = rows.step[row] ?? 0;
  const latency = begins ? latencyOf(held, seq) : null;
  const time = held.time[seq - 1] ?? Number.NaN;
  const raw = useStore((state) => state.raw) && props.active;
  const line = !read || props.turned || of.unfolded || raw ? null : foldedLine(read);
  const slim = line !== null || (what === ROW.entry && held.kinds[rows.kind[row] ?? 0] === 'tool_call');
  const shown = begins || (what === ROW.entry && rows.step[row - 1] !== step);
  return (
    <div className={`${styles.block} grid`} data-rail={rail} data-at={head === row}>
      <div className={`${styles.gutter} stack tiny dim pad-top-2 pad-right-3 leading-16`} data-slim={slim}>
        {begins && <b className="small ink">{formatNumber(step)}</b>}
        {shown && !Number.isNaN(time) && <span>{formatClock(time)}</span>}
        {latency !== null && (
          <span title={`${formatDuration(latency)} from the previous entry until the answer began`}>{shortLatency(latency)}</span>
        )}
      </div>
      {what === ROW.entry ? (
        <More value={more ? null : () => setMore(true)}>
          <Content {...props} read={read} seq={seq} line={line} raw={raw} />
        </More>
      ) : (
        <Fold of={of} row={row} />
      )}
    </div>
  );
}

const Fold = ({ of: { rows, held }, row }: { of: Conversation; row: number }) => {
  const moveTo = useStore((state) => state.moveTo);
  const step = rows.step[row] ?? 0;
  const aside = rows.what[row] === ROW.branch;
  return (
    <p className={`${styles.fold} hatched small dim pad-y-1 pad-left-3 pad-right-4`}>
      <b>{count(rows.holds[row] ?? 0, 'entry', 'entries')}</b> {aside ? 'on another branch' : 'of a sub-agent in this file'}
      {aside && step <= held.steps && (
        <Button look="quiet" tabIndex={-1} onClick={() => moveTo(step)}>
          go there
        </Button>
      )}
    </p>
  );
};

interface ContentProps extends Props {
  read: Read | null | undefined;
  seq: number;
  line: ReturnType<typeof foldedLine>;
  raw: boolean;
}

const Content = ({ of, read, seq, line, raw, turned, active, onTurn }: ContentProps) => {
  if (read === null)
    return <p className={`${styles.fold} small dim pad-y-1 pad-left-3 pad-right-4`}>Entry {formatNumber(seq)} no longer exists.</p>;
  if (read === undefined)
    return (
      <div className={`${styles.content} shrink-x line-above pad-top-1 pad-bottom-2 pad-left-3 pad-right-4`}>
        <Bar width={`${35 + ((seq * 13) % 50)}%`} />
      </div>
    );
  if (line !== null)
    return (
      <div className={`${styles.content} shrink-x line-above pad-top-1 pad-bottom-2 pad-left-3 pad-right-4`} data-slim="true">
        <Head of={of} read={read}>
          {line.size > 0 && <span className="cut">{seen(line.begins)}</span>}
          {!isWhole(line) && (
            <Button look="quiet" tabIndex={-1} onClick={onTurn}>
              {count(line.size, 'character')}
            </Button>
          )}
        </Head>
      </div>
    );
  const call = read.parts.some(({ type }) => type === 'tool_call' || type === 'tool_result');
  return (
    <div className={`${styles.content} shrink-x line-above pad-top-1 pad-bottom-2 pad-left-3 pad-right-4`} data-call={call}>
      {read.altered && <p className="small error">Altered after it was written: the line does not match its digest.</p>}
      {raw ? (
        <>
          <Head of={of} read={read} />
          <RawBlock tape={of.tape} seq={seq} />
        </>
      ) : (
        <>
          {isSpoken(read) && <Head of={of} read={read} />}
          <Said of={of} read={read} open={turned} onTurn={onTurn} />
          {call && <Call of={of} read={read} open={turned !== of.unfolded} active={active} onTurn={onTurn} />}
        </>
      )}
    </div>
  );
};

const isSpoken = ({ parts, row }: Read): boolean => parts.length === 0 || saidParts(parts).length > 0 || row.kind === 'error';

/** Who says it, and what it weighs. */
const Head = ({ of, read: { row, parts }, children }: { of: Conversation; read: Read; children?: React.ReactNode }) => {
  const tokens = of.sent?.get(row.seq);
  // What is said with a call is what the heading is of: the call has a line of its own.
  const spoken = row.kind === 'tool_call' && saidParts(parts).length > 0;
  const tone = spoken ? 'message' : entryTone(row);
  const colour = has(row.flags, Flag.Failed) ? 'var(--k-error)' : kindColour(tone, row.role);
  return (
    <p className={`${styles.head} row baseline shrink-x gap-3 small leading-20 dim nowrap`}>
      <span className="swatch" style={{ color: colour }} title={kindHint(tone)}>
        {kindWord(tone, row.role)}
      </span>
      {row.label !== '' && !spoken && (
        <span className={row.label.length > WORD ? `${styles.label} cut` : 'rigid'} title={row.label}>
          {seen(row.label)}
        </span>
      )}
      {parts.length > 0 && parts.every(isWordless) && <span>not in the log</span>}
      {children}
      <span className="push rigid tiny faint pad-left-3" title={tokens && tokensLong(tokens)}>
        {tokens !== undefined && tokens.value > 0 && `${tokensShort(tokens)} · `}#{formatNumber(row.seq)}
      </span>
    </p>
  );
};
