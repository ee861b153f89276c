import { useMemo, useState } from 'react';
import { titleOf } from '../../../../shared/library/names.ts';
import type { FloatRead, TapeRow } from '../../../../shared/model/index.ts';
import { useFound } from '../../data/libraryHooks.ts';
import { useReadersElsewhere, useReadsThrough } from '../../data/readHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import styles from './Builds.module.css';
import { Meter } from './Meter.tsx';
import { More } from './More.tsx';
import { readTone, readWords } from './reads.ts';

/** Rows that are drawn at first, and with each wish for more. */
const SHOWN = 40;
/** Tapes that are looked through, the newest, and those of other projects among them. */
const MOST_TAPES = 5000;
const MOST_ELSEWHERE = 1000;

const Row = ({ read, tape }: { read: FloatRead; tape: TapeRow }) => {
  const openTape = useStore((state) => state.openTape);
  return (
    <li>
      <button
        type="button"
        className={`${styles.read} hover-shade grid baseline full-width gap-x-3 pad-y-1`}
        onClick={() => openTape(tape.id, { step: read.step, entry: read.seq, panel: 'context' })}
      >
        <b className="semibold cut">{titleOf(tape)}</b>
        <span>{read.step === null ? `entry ${read.seq}` : `step ${read.step}`}</span>
        <code className="cut">{read.path === null ? read.file : `${read.path} · ${read.tier}`}</code>
        <span data-tone={readTone(read)}>{readWords(read)}</span>
      </button>
    </li>
  );
};

/** How many of the tapes were read, and buttons to stop and to continue. */
const Progress = ({ looked, of }: { looked: ReturnType<typeof useReadsThrough>; of: number }) => {
  const { done, failed, running, stopped, stop, goOn } = looked;
  const far = `${formatNumber(done)} of ${count(of, 'tape')}`;
  if (!running && !stopped) return failed === 0 ? null : <p className="dim">{count(failed, 'tape')} could not be read.</p>;
  return (
    <p className="row middle gap-2 dim" role="status">
      {running && <Meter done={done} of={of} label="Reading the tapes" />}
      <span>
        {running ? `Reading the tapes of this project and those that name context files, newest first: ${far}` : `Stopped after ${far}.`}
      </span>
      <Button look="quiet" onClick={running ? stop : goOn}>
        {running ? 'stop' : 'continue'}
      </Button>
    </p>
  );
};

/** Where agents read context files of this project, which build each of them saw, and whether it was stale at that moment. */
export function ReadList({ place: { root, folder } }: { place: FilesPlace }) {
  const [whole, setWhole] = useState(false);
  const [most, setMost] = useState(SHOWN);
  const library = useFound({ limit: 1 }).data?.total ?? 0;
  const elsewhere = useReadersElsewhere(root, library).data;
  const found = useFound({ under: root, ids: elsewhere?.slice(0, MOST_ELSEWHERE) ?? [], limit: MOST_TAPES }).data?.tapes;
  const tapes = useMemo(() => found ?? [], [found]);
  const looked = useReadsThrough(tapes);
  const all = tapes.flatMap((tape) =>
    (looked.found.get(tape.id) ?? []).filter((read) => read.root === root).map((read) => ({ read, tape })),
  );
  const fitting = whole ? all : all.filter(({ read }) => read.path === folder);
  const ended = !looked.running && !looked.stopped;
  return (
    <section className={`${styles.reads} grid gap-1 pad-x-4 pad-top-3 line-above`} aria-label="Read by agents">
      <h3 className="row baseline gap-3">
        Read by agents
        {all.length > 0 && (
          <Button look="quiet" onClick={() => setWhole(!whole)}>
            {whole ? 'this folder only' : `all ${formatNumber(all.length)} in the project`}
          </Button>
        )}
      </h3>
      {tapes.length === 0 ? (
        <p className="dim">The library has no tape of this project, and none that names context files.</p>
      ) : (
        <Progress looked={looked} of={tapes.length} />
      )}
      {tapes.length > 0 && fitting.length === 0 && ended && (
        <p className="dim">
          No agent read {whole ? 'a context file of the project' : 'a file of this folder'} in the {count(tapes.length, 'tape')} searched.
        </p>
      )}
      <ul>
        {fitting.slice(0, most).map(({ read, tape }, at) => (
          <Row key={`${tape.id} ${read.seq} ${String(at)}`} read={read} tape={tape} />
        ))}
      </ul>
      <More left={fitting.length - most} step={SHOWN} onMore={() => setMost(most + SHOWN)} />
    </section>
  );
}
