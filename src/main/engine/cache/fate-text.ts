import { figure } from '../../../shared/model/figure.ts';
import type { CacheFate } from '../../../shared/model/index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** "12 min 8 s", "2 h 27 min", "40 s". */
function spanWords(ms: number): string {
  if (ms >= HOUR) return [`${Math.floor(ms / HOUR)} h`, ms % HOUR >= MINUTE ? ` ${Math.floor((ms % HOUR) / MINUTE)} min` : ''].join('');
  if (ms >= MINUTE)
    return [`${Math.floor(ms / MINUTE)} min`, ms % MINUTE >= SECOND ? ` ${Math.floor((ms % MINUTE) / SECOND)} s` : ''].join('');
  return `${Math.round(ms / SECOND)} s`;
}

interface More {
  /** What changed, as the contexts show it. */
  what: string | null;
  /** What the log says, in its own word. */
  told: string | null;
  cleared: number;
  /** The model of the request before. */
  model: string | null;
}

const tokens = (count: number): string => `${figure(count)} ${count === 1 ? 'token' : 'tokens'}`;

const HOW: Readonly<Record<CacheFate['basis'], string>> = {
  ...{ log: ' The log says so.', usage: '', model: '', compaction: '', pause: '', none: '' },
  request: ' The two recorded requests show it.',
  view: ' The contexts derived for the two requests show it.',
};

/** How it came, without what it came to. */
const cause = (
  { reason, basis, before, at, pause, lifetime, read, missed }: Omit<CacheFate, 'text'>,
  { what, told, cleared, model }: More,
): string => {
  const after = pause === null ? '' : `, ${spanWords(pause)} after step ${before}`;
  const where = at === null ? '' : ` at entry ${at}`;
  const shown = what === null ? '' : `: ${what}`;
  switch (reason) {
    case 'warm':
      return `Read from the cache: ${tokens(read)}.`;
    case 'first-use':
      return read > 0
        ? `First request of this chain; ${tokens(read)} of it were cached before.`
        : 'First request of this chain: nothing of it was cached.';
    case 'not-cached':
      return 'Nothing of this request was cached.';
    case 'expired':
      return `The cache expired${after}; it is kept for ${lifetime === HOUR ? '1 h' : '5 min'}.`;
    case 'prefix-changed':
      return `What was sent before changed${where}${shown}.${HOW[basis]}`;
    case 'system-changed':
      return `The system prompt changed${shown}.${HOW[basis]}`;
    case 'tools-changed':
      return `The tools changed${shown}.${HOW[basis]}`;
    case 'model-switched':
      return `The model was switched${model === null ? '' : ` from ${model}`}: each has a cache of its own.${basis === 'log' ? HOW.log : ''}`;
    case 'compacted':
      return `The conversation was compacted${where}: it begins with a summary that no cache held.`;
    case 'cleared':
      return cleared > 0
        ? `The server cleared ${tokens(cleared)} out of the request.${HOW.log}`
        : `Results were cleared${where}${shown}.${HOW[basis]}`;
    default:
      return unknownWords(missed, told, pause, lifetime);
  }
};

const unknownWords = (missed: number, told: string | null, pause: number | null, lifetime: number | null): string => {
  const why = told === null ? 'The log gives no reason' : `The log says "${told}", which gives no reason`;
  const hint =
    lifetime === null && pause !== null && pause > 5 * MINUTE
      ? ` It came ${spanWords(pause)} after the request before; how long its cache is kept is not known.`
      : '';
  return `${tokens(missed)} that were cached were not read. ${why}, and neither do the contexts.${hint}`;
};

/** One or two sentences on a step's cache. */
export function words(fate: Omit<CacheFate, 'text'>, more: More): string {
  const again = fate.again > 0 ? ` ${tokens(fate.again)} sent again.` : '';
  return `${cause(fate, more)}${again}`;
}
