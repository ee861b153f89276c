import { useEffect } from 'react';
import { contextSize } from '../../../../shared/model/index.ts';
import { useInfo } from '../../data/appHooks.ts';
import { type Spot, usePlayhead, useSpot, useStep, useStepCount, useTape } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { useNarrow } from '../../ui/useMedia.ts';
import { useRested } from '../../ui/useRested.ts';
import { hintsFor } from '../keyboard/hints.ts';
import { KeyHint } from '../keyboard/KeyHints.tsx';
import { useLiveCommands } from '../keyboard/useKeys.ts';
import { isBlank } from '../search/place.ts';
import { terminalLine } from '../search/says.ts';
import styles from './Footer.module.css';
import { Jobs } from './Jobs.tsx';

/** The same search as a command, to copy. */
function TerminalLine() {
  const search = useStore((state) => state.search);
  if (search === null || isBlank(search)) return null;
  return (
    <span className="push shrink-x dim cut">
      in the terminal: <code className="ink">{terminalLine(search)}</code>
    </span>
  );
}

/** Says where the playhead came to rest, to readers of the screen; on another tape it starts over. */
function Playhead() {
  const tape = useStore((state) => state.tape);
  return (
    <span className="unseen" role="status" aria-live="polite">
      <Words key={tape} tape={tape} />
    </span>
  );
}

const Words = ({ tape }: { tape: string | null }) => {
  const steps = useStepCount(tape);
  const step = useRested(usePlayhead(), 500);
  const spot = useRested(useSpot(), 500);
  const row = useStep(tape, step);
  if (spot === 'next') return step === null ? 'Next request' : `Next request, after step ${step} of ${steps ?? step}`;
  const tokens = row?.usage && !row.borrowed ? `, ${formatNumber(contextSize(row.usage))} tokens recorded` : '';
  return step !== null && steps !== undefined ? `Step ${step} of ${steps}${tokens}` : '';
};

const SHOWN_FOR = 6000;

/** One line on what just happened, for a moment. */
function Notice() {
  const notice = useStore((state) => state.notice);
  const setNotice = useStore((state) => state.setNotice);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [notice, setNotice]);
  const started = useInfo().data?.note ?? null;
  useEffect(() => {
    if (started !== null) setNotice(started);
  }, [started, setNotice]);
  return (
    <span className="ink" role="status">
      {notice}
    </span>
  );
}

const spotWords = (spot: Spot | null, step: number | null, steps: number): string => {
  if (spot === 'next') return step === null ? 'next request' : `next, after step ${formatNumber(step)}`;
  return step === null ? 'no steps' : `step ${formatNumber(step)} of ${formatNumber(steps)}`;
};

/** Where the playhead is, the keys that help now, and what is still being read. */
export function Footer() {
  const narrow = useNarrow();
  const place = useStore(({ files, table, search }) =>
    search !== null ? 'search' : files !== null ? 'files' : table !== null ? 'library' : 'tape',
  );
  const tape = useStore((state) => (place === 'tape' ? state.tape : null));
  const row = useTape(tape).data?.tape;
  const step = usePlayhead();
  const spot = useSpot();
  const live = useLiveCommands();
  // What just happened is said whole: on a narrow window the keys make room for it.
  const notice = useStore((state) => state.notice !== null);
  const hints = narrow && notice ? [] : hintsFor(live, narrow, place);
  return (
    <footer className="row middle clip gap-4 pad-x-4 on-sunk line-above tiny dim nowrap">
      {row && (
        <span className={`${styles.step} rigid ink`} data-next={spot === 'next'}>
          {spotWords(spot, step, row.steps)}
        </span>
      )}
      {/* The way to all keys is always named. */}
      {[hints.slice(0, -1), hints.slice(-1)].map((some, at) => (
        <span
          key={at === 0 ? 'some' : 'all'}
          className={at === 0 ? `${styles.hints} shrink-x row wrap gap-x-4 clip` : `${styles.all} rigid`}
        >
          {some.map(({ ids, word }) => (
            <KeyHint key={word} ids={ids} word={word} />
          ))}
        </span>
      ))}
      <Notice />
      {place === 'search' && <TerminalLine />}
      <Jobs tape={row ?? null} />
      <Playhead />
    </footer>
  );
}
