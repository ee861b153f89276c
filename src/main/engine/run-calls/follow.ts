import type { Run, RunAsk } from '../../../shared/model/run.ts';
import type { Price } from '../runs/bounds.ts';
import type { Endpoint } from '../runs/endpoint.ts';
import type { RunInput, Watch, Within } from '../runs/run-tape.ts';
import type { Asker } from './approvals.ts';
import { frameOf } from './frame.ts';
import * as live from './live.ts';

/** Milliseconds between two frames while words arrive. */
const EVERY = 100;

interface Teller {
  /** Words arrived: shown with those that arrive soon after. */
  soon(): void;
  /** Something else changed: shown at once. */
  now(): void;
  /** Shows what waits, and nothing after that. */
  close(): void;
}

/** Calls `tell` ten times a second at most for what comes often, and at once for what matters. */
function createTeller(tell: () => void): Teller {
  let timer: NodeJS.Timeout | null = null;
  let last = 0;
  let closed = false;
  const now = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (closed) return;
    last = Date.now();
    tell();
  };
  return {
    now,
    soon() {
      if (closed || timer !== null) return;
      timer = setTimeout(now, Math.max(0, last + EVERY - Date.now()));
      timer.unref();
    },
    close() {
      now();
      closed = true;
    },
  };
}

/** Follows a run, and shows it in frames. */
export interface Follower extends Asker, Pick<Watch, 'appended' | 'called'>, Required<Pick<RunInput, 'words' | 'again'>> {
  /** The newest frame. */
  run(): Run;
  live(): live.Live;
  /** The call that waits for a person. */
  waiting(): RunAsk | null;
  /** It is over; the last frame comes with `close`. */
  end(change: Partial<live.Live>): void;
  close(): void;
}

export function createFollower(begin: live.Live, endpoint: Pick<Endpoint, 'key'>, price: Price, tell: (run: Run) => void): Follower {
  let now = begin;
  let shown = frameOf(now, 0, endpoint);
  let calling: { id: string; within: Within | null } = { id: '', within: null };
  const teller = createTeller(() => {
    shown = frameOf(now, shown.frame + 1, endpoint);
    tell(shown);
  });
  const change = (next: live.Live): void => {
    now = next;
    teller.now();
  };
  return {
    run: () => shown,
    live: () => now,
    waiting: () => now.ask,
    words(text) {
      now = live.heard(now, text);
      teller.soon();
    },
    again: (why, ms) => change(live.again(now, why, Date.now() + ms)),
    appended: (entries, ids, within = null) => change(live.appended(now, { entries, ids, within }, price)),
    called(call, outcome, within = null) {
      calling = { id: call.id, within };
      change(live.called(now, calling, outcome, Date.now()));
    },
    asked: (ask) => change(live.asking(now, ask, calling, Date.now())),
    settled: (allowed) => change(live.settled(now, allowed, Date.now())),
    end(more) {
      now = { ...now, ...more, running: false, ended: Date.now(), ask: null, pause: null };
    },
    close: teller.close,
  };
}
