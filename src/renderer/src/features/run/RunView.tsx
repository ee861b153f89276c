import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Run, RunCall, RunTurn } from '../../../../shared/model/run.ts';
import { useFindFork } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Prose } from '../inspector/Prose.tsx';
import { useShowInspector } from '../inspector/useShowInspector.ts';
import { Approval } from './Approval.tsx';
import styles from './RunView.module.css';
import { clockOf, currentTurns, spellHidden, stopWords, sumWords, withinWords } from './run-text.ts';
import { useNow } from './useRun.ts';

/** A run turn by turn: words, calls before they run and what they came to, and why it ended. */
export function RunView({ run }: { run: Run | null }) {
  const box = useStickToEnd(run);
  return (
    <Scroller ref={box} className="shrink-y pad-bottom-2 grow scroll-y" aria-label="Turns">
      {run === null ? <Empty /> : <Turns run={run} />}
    </Scroller>
  );
}

const Empty = () => (
  <div className={`${styles.empty} pad-4 dim measure`}>
    <p>Nothing has run on this tape since Tapescope started.</p>
    <p>
      What you write below is sent to a model with the context on this page, and what comes back is appended to this tape. Every tool call
      that changes something waits for your approval.
    </p>
  </div>
);

const Turns = ({ run }: { run: Run }) => {
  const current = currentTurns(run);
  return (
    <>
      {run.left !== null && <p className="line-below small dim pad-y-2 pad-x-4">{run.left}</p>}
      <Row gutter="you">
        <p className={`${styles.prompt} pre-wrap scroll`}>{run.prompt}</p>
      </Row>
      {run.earlier > 0 && (
        <p className="line-below small dim pad-y-2 pad-x-4">{formatNumber(run.earlier)} earlier turns are on the tape.</p>
      )}
      {run.turns.map((turn) => (
        <Turn key={JSON.stringify([turn.within, turn.step])} run={run} turn={turn} newest={current.has(turn)} />
      ))}
      {run.pause !== null && <Pause why={run.pause.why} until={run.pause.until} />}
      {run.stop !== null && <End run={run} />}
    </>
  );
};

const Row = ({
  gutter,
  live = false,
  within = false,
  children,
}: {
  gutter: string;
  live?: boolean;
  within?: boolean;
  children: ReactNode;
}) => (
  <div className={`${styles.row} grid line-below`} data-within={within}>
    <b className={`${styles.gutter} small bold pad-top-2 pad-left-4`} data-live={live}>
      {gutter}
    </b>
    <div className="shrink-x pad-y-2 pad-right-4">{children}</div>
  </div>
);

const STATES: Record<RunTurn['state'], string> = {
  asking: 'waiting for the answer',
  answering: 'still answering',
  calling: 'answered, with calls',
  done: '',
  failed: 'failed',
};

const Turn = ({ run, turn, newest }: { run: Run; turn: RunTurn; newest: boolean }) => {
  const live = newest && run.running;
  const { within } = turn;
  const asks = (call: RunCall): boolean => live && run.ask?.call === call.id && run.ask.within?.call === within?.call;
  return (
    <Row gutter={within === null ? formatNumber(turn.step) : `${within.step}.${turn.step}`} live={live} within={within !== null}>
      <p className={`${styles.by} row baseline gap-2 small nowrap`}>
        <span className="swatch" style={{ color: 'var(--k-assistant)' }}>
          assistant
        </span>
        {within !== null && <span className="dim">{withinWords(within)}</span>}
        {STATES[turn.state] !== '' && <span className="dim">{STATES[turn.state]}</span>}
        <span className={`${styles.right} row push gap-3 dim pad-left-2`}>
          {turn.ms !== null && formatDuration(turn.ms)}
          {turn.entry !== null && <EntryLink tape={run.tape} fork={within?.fork ?? null} entry={turn.entry} />}
        </span>
      </p>
      <Words turn={turn} newest={newest} />
      {turn.calls.map((call) => (
        <Call key={call.id} call={call}>
          {run.ask !== null && asks(call) && <Approval key={call.id} run={run.id} ask={run.ask} />}
        </Call>
      ))}
    </Row>
  );
};

/** Leads to an entry of the tape, or of a fork of it, which is a tape of its own. */
const EntryLink = ({ tape, fork, entry }: { tape: string; fork: string | null; entry: number }) => {
  const { select, openTape, setNotice } = useStore.getState();
  const show = useShowInspector();
  const find = useFindFork();
  const open = async () => {
    if (fork === null) select(entry);
    else {
      const id = await find(tape, fork).catch(() => null);
      if (id === null) return setNotice(`The fork ${fork} no longer exists.`);
      openTape(id, { entry, panel: 'conversation' });
    }
    show();
  };
  return (
    <Button
      look="quiet"
      {...(fork !== null && { 'aria-label': `${fork} #${formatNumber(entry)}` })}
      title={fork === null ? 'The entry on the tape' : `The entry on the fork ${fork}`}
      onClick={() => void open()}
    >
      #{formatNumber(entry)}
    </Button>
  );
};

/** Shows the beginning of an earlier turn and the end of the newest; Markdown once it is whole. */
const Words = ({ turn: { text, cut, state }, newest }: { turn: RunTurn; newest: boolean }) => {
  if (text === '' && state !== 'answering') return null;
  const left = cut > 0 && <span className="dim">{`… ${formatNumber(cut)} characters more are on the tape …`}</span>;
  if (state === 'answering')
    return (
      <p className={`${styles.words} margin-top-tight margin-bottom-1 break-anywhere pre-wrap`}>
        {left}
        {text}
        <i className={`${styles.caret} inline-block`} aria-hidden="true" />
      </p>
    );
  return (
    <div className={`${styles.words} margin-top-tight margin-bottom-1 break-anywhere`}>
      {newest && left}
      <Prose text={text} />
      {!newest && left}
    </div>
  );
};

const CALL_STATES: Record<RunCall['state'], string> = {
  waiting: 'waits',
  asking: 'waits for you',
  running: 'running',
  done: '',
  failed: 'failed',
};
const ALLOWED = { once: 'allowed once', always: 'always allowed here' } as const;

const Call = ({ call, children }: { call: RunCall; children: ReactNode }) => {
  const { tool, about, state, allowed, ms, why } = call;
  const facts = [CALL_STATES[state], ...(allowed === null ? [] : [ALLOWED[allowed]]), ...(ms === null ? [] : [formatDuration(ms)])];
  return (
    <>
      <p className={`${styles.call} row baseline gap-2 small nowrap`} data-state={state}>
        <span className="swatch" style={{ color: 'var(--k-call)' }}>
          {tool}
        </span>
        <code className="cut shrink-x">{spellHidden(about)}</code>
        <span className={`${styles.right} row push gap-3 dim pad-left-2`}>{facts.filter(Boolean).join(' · ')}</span>
      </p>
      {why !== null && <p className="small dim pre-wrap break-anywhere margin-bottom-1">{why}</p>}
      {children}
    </>
  );
};

const Pause = ({ why, until }: { why: string; until: number }) => {
  const now = useNow(true);
  return (
    <p className="line-below small dim pad-y-2 pad-x-4" role="status">
      {why} Sent again {until > now ? `in ${clockOf(until - now + 999)}` : 'now'}.
    </p>
  );
};

/** Why it ended, what it used, and what to do about it. */
const End = ({ run }: { run: Run }) => {
  const { stop } = run;
  if (stop === null) return null;
  const bad = stop.reason === 'failed';
  return (
    <div className={`${styles.end} small`} data-bad={bad} role={bad ? 'alert' : 'status'}>
      {stop.reason === 'command' ? (
        <pre className={`${styles.lines} pre-wrap scroll`}>{stop.message}</pre>
      ) : (
        <p className={`${styles.reason} bold`}>{stopWords(run)}</p>
      )}
      {stop.way !== null && <p>{stop.way}</p>}
      <p className="dim">
        {sumWords(run)}
        {run.entries !== null && ` ${sumWords(run) === '' ? '' : '· '}entries ${run.entries[0]}–${run.entries[1]}`}
        {!bad && stop.reason !== 'answered' && stop.reason !== 'command' && (
          <>
            {' · '}
            <Kbd>↑</Kbd> brings the prompt back
          </>
        )}
      </p>
    </div>
  );
};

/** Who reads at the end stays at the end while more comes, and when the window gets lower. */
const useStickToEnd = (run: Run | null) => {
  const box = useRef<HTMLElement>(null);
  const at = useRef({ run: '', end: true });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (at.current.end || at.current.run !== run?.id) element.scrollTop = element.scrollHeight;
    at.current.run = run?.id ?? '';
  }, [run]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const sizeOf = () => `${element.clientWidth} × ${element.clientHeight}`;
    let size = sizeOf();
    const look = () => {
      // A window that gets lower scrolls too, and nobody left the end then.
      if (sizeOf() === size) at.current.end = element.scrollTop + element.clientHeight >= element.scrollHeight - 8;
    };
    const stick = new ResizeObserver(() => {
      size = sizeOf();
      if (at.current.end) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', look, { passive: true });
    stick.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      stick.disconnect();
    };
  }, []);
  return box;
};
