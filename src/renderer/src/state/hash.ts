import { Policy } from '../../../shared/model/index.ts';

/** `merge` takes the whole desk; the others are tabs of it. */
export type Panel = 'context' | 'entries' | 'merge';

/** Where the reader is: all that a link carries. A step of null is the newest one, also while the tape grows. */
export interface Place {
  tape: string | null;
  step: number | null;
  entry: number | null;
  policy: Policy;
  panel: Panel;
}

export const NOWHERE: Place = { tape: null, step: null, entry: null, policy: 'as-recorded', panel: 'context' };

/** `#/tape/ID?step=N&view=context&entry=S&policy=P`; what is at its default is left out. */
export const toHash = (place: Place): string => {
  if (place.tape === null) return '#/';
  const query = new URLSearchParams();
  if (place.step !== null) query.set('step', String(place.step));
  if (place.panel !== 'context') query.set('view', place.panel);
  if (place.entry !== null) query.set('entry', String(place.entry));
  if (place.policy !== 'as-recorded') query.set('policy', place.policy);
  const text = query.toString();
  return `#/tape/${encodeURIComponent(place.tape.toWellFormed())}${text && `?${text}`}`;
};

const ordinal = (text: string | null): number | null => {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value >= 1 ? value : null;
};

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

const panelOf = (text: string | null): Panel => (text === 'entries' || text === 'merge' ? text : 'context');

/** Reads any hash; what makes no sense falls back to its default, part by part. */
export const fromHash = (hash: string): Place => {
  const match = /^#\/tape\/([^?]+)(?:\?(.*))?$/s.exec(hash);
  const tape = match?.[1] === undefined ? null : decode(match[1]);
  if (tape === null) return NOWHERE;
  const query = new URLSearchParams(match?.[2] ?? '');
  const policy = Policy.safeParse(query.get('policy'));
  return {
    tape,
    step: ordinal(query.get('step')),
    entry: ordinal(query.get('entry')),
    policy: policy.success ? policy.data : 'as-recorded',
    panel: panelOf(query.get('view')),
  };
};
