import { useState } from 'react';
import type { FloatRead, TapeRow } from '../../../../shared/model/index.ts';
import { useLibrary } from '../../data/appHooks.ts';
import { useReadsOf } from '../../data/floatHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { titleOf } from '../library/names.ts';
import styles from './Builds.module.css';
import { readTone } from './reads.ts';

/** Tapes of the project that are looked into, the newest first. */
const MOST_TAPES = 12;

const Row = ({ read, tape }: { read: FloatRead; tape: TapeRow }) => {
  const openTape = useStore((state) => state.openTape);
  return (
    <li>
      <button
        type="button"
        className={styles.read}
        onClick={() => openTape(tape.id, { step: read.step, entry: read.seq, panel: 'context' })}
      >
        <b className="cut">{titleOf(tape)}</b>
        <span>{read.step === null ? `entry ${read.seq}` : `step ${read.step}`}</span>
        <code className="cut">{read.path === null ? read.file : `${read.path} · ${read.tier}`}</code>
        <span data-tone={readTone(read)}>{read.words}</span>
      </button>
    </li>
  );
};

/** Where agents read context files of this project, which build each of them saw, and whether it was stale at that moment. */
export const ReadList = ({ place: { root, folder } }: { place: FilesPlace }) => {
  const [whole, setWhole] = useState(false);
  const tapes = (useLibrary().data?.tapes ?? [])
    .filter((tape) => tape.project === root || tape.project.startsWith(`${root}/`))
    .toSorted((a, b) => (b.ended ?? 0) - (a.ended ?? 0))
    .slice(0, MOST_TAPES);
  const answers = useReadsOf(tapes.map(({ id }) => id));
  const all = tapes.flatMap((tape, at) => (answers[at]?.data ?? []).filter((read) => read.root === root).map((read) => ({ read, tape })));
  const shown = whole ? all : all.filter(({ read }) => read.path === folder);
  const asking = answers.some(({ isPending }) => isPending);
  return (
    <section className={styles.reads} aria-label="Read by agents">
      <h3>
        Read by agents
        {all.length > 0 && (
          <Button look="quiet" onClick={() => setWhole(!whole)}>
            {whole ? 'this folder only' : `all ${all.length} in the project`}
          </Button>
        )}
      </h3>
      {shown.length === 0 && (
        <p className={styles.dim}>
          {asking
            ? 'Looking through the tapes of this project…'
            : tapes.length === 0
              ? 'The library has no tape of this project.'
              : `No agent read ${whole ? 'a context file of the project' : 'a file of this folder'} in its newest tapes.`}
        </p>
      )}
      <ul>
        {shown.map(({ read, tape }) => (
          <Row key={`${tape.id} ${read.seq} ${read.file}`} read={read} tape={tape} />
        ))}
      </ul>
    </section>
  );
};
