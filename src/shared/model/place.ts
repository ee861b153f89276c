import { figure } from './figure.ts';

/** A place to ask from: a step of the log, the next request, or the request that would follow an entry. */
export type Place = { step: number } | { next: true } | { after: number };

/** How a place is spelled among the fields of a call's input or answer. */
interface Fields {
  step?: number | null | undefined;
  next?: true | undefined;
  after?: number | undefined;
}

/** The place in the input of a call, or in its answer, which names exactly one. */
export function placeOf({ step, next, after }: Fields): Place {
  if (step !== undefined && step !== null) return { step };
  return after === undefined || next ? { next: true } : { after };
}

/** Whether two contexts are of one place in one tape, and so differ by their policies alone. */
export function isOnePlace(a: Fields & { tape: string }, b: Fields & { tape: string }): boolean {
  return a.tape === b.tape && placeText(placeOf(a)) === placeText(placeOf(b));
}

/** "step 1,204", "next request", "request after entry 340": for people. */
export function placeName(place: Place): string {
  if ('step' in place) return `step ${figure(place.step)}`;
  return 'after' in place ? `request after entry ${figure(place.after)}` : 'next request';
}

/** "12", "next" or "after:340", as it is spelled after the `@` of a point and in a link. */
export function placeText(place: Place): string {
  if ('step' in place) return String(place.step);
  return 'after' in place ? `after:${place.after}` : 'next';
}

const NUMBER = /^(after:)?([1-9]\d{0,14})$/;

/** Reads what `placeText` spells; null for anything else. */
export function readPlace(text: string): Place | null {
  if (text === 'next') return { next: true };
  const [, after, number] = NUMBER.exec(text) ?? [];
  if (number === undefined) return null;
  return after === undefined ? { step: Number(number) } : { after: Number(number) };
}
