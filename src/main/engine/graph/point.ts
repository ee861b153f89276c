import { figure } from '../../../shared/model/figure.ts';
import type { Ref, TapeRow } from '../../../shared/model/index.ts';
import { readPlace } from '../../../shared/model/place.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import { stepsUpTo } from '../views/branch-source.ts';

/** A place in a tape as the command line spells it: `FILE|ID`, `…@STEP`, `…@next`, `…@after:ENTRY`, `…#ENTRY`, `…@REF`, or the name of a ref alone. */
export interface PointText {
  /** A file, an id, or a ref. */
  name: string;
  /** 1 and up, or −1 and down from the end; `last` is −1. */
  at: { type: 'step' | 'entry' | 'after'; number: number } | { type: 'next' } | { type: 'ref'; name: string } | null;
}

/**
 * A place in a tape. `step` is the step it belongs to or follows; null before the first. `asked` is there where a request that was not
 * made is meant, after the entry.
 */
export interface Point {
  tape: string;
  seq: number;
  step: number | null;
  asked?: { next: true } | { after: number };
}

const NUMBER = /^(?:last|-?[1-9]\d{0,14})$/;
const numberOf = (text: string): number => (text === 'last' ? -1 : Number(text));

/** Letters, digits, `. _ - /`, and a letter first, so that no ref is taken for a number, a step or an option. */
const isRefName = (name: string): boolean => /^\p{L}[\p{L}\p{N}._/-]{0,99}$/u.test(name) && name !== 'last' && name !== 'next';

/** Throws TapeError('bad-input'). */
export function checkRefName(name: string): string {
  if (isRefName(name)) return name;
  throw new TapeError('bad-input', `A ref is a letter and then letters, digits, ".", "_", "-" or "/"; "${name}" is not.`);
}

/**
 * Takes a point apart. `exists` tells which texts are paths of files: such a text is never cut. Throws TapeError('bad-input') for
 * a `#` that no entry number follows.
 */
export function readPoint(text: string, exists: (path: string) => boolean = () => false): PointText {
  const cut = Math.max(text.lastIndexOf('@'), text.lastIndexOf('#'));
  if (cut <= 0 || exists(text)) return { name: text, at: null };
  const name = text.slice(0, cut);
  const place = text.slice(cut + 1);
  if (NUMBER.test(place)) return { name, at: { type: text[cut] === '@' ? 'step' : 'entry', number: numberOf(place) } };
  const asked = text[cut] === '@' ? readPlace(place) : null;
  if (asked && 'after' in asked) return { name, at: { type: 'after', number: asked.after } };
  if (asked) return { name, at: { type: 'next' } };
  if (text[cut] === '@' && isRefName(place)) return { name, at: { type: 'ref', name: place } };
  throw new TapeError(
    'bad-input',
    `"${text}" is not a point: a step is ${name}@12, the next request ${name}@next, the one after an entry ${name}@after:340, an entry ${name}#340, a ref ${name}@NAME.`,
  );
}

const within = (number: number, count: number, what: string, tape: TapeRow): number => {
  const place = number < 0 ? count + 1 + number : number;
  if (place >= 1 && place <= count) return place;
  const name = tape.title === '' ? `Tape ${tape.id}` : `The tape "${tape.title}"`;
  throw new TapeError('not-found', `${name} has ${figure(count)} ${what}; there is no ${number}.`);
};

/**
 * The place that a point means in its tape; without a step, an entry or a ref the newest entry. A step means its last entry.
 * Throws TapeError('not-found') with a sentence.
 */
export function pointIn(catalog: Catalog, tape: TapeRow, at: PointText['at'], refs: readonly Ref[]): Point {
  if (at?.type === 'ref') return refPoint(catalog, tape, refOf(tape, at.name, refs));
  if (at?.type === 'step') return stepPoint(catalog, tape, within(at.number, tape.steps, 'steps', tape));
  const number = at === null || at.type === 'next' ? -1 : at.number;
  const point = entryPoint(catalog, tape, within(number, tape.entries, 'entries', tape));
  if (at?.type === 'next') return { ...point, asked: { next: true } };
  return at?.type === 'after' ? { ...point, asked: { after: point.seq } } : point;
}

const refOf = (tape: TapeRow, name: string, refs: readonly Ref[]): Ref => {
  const ref = refs.find((one) => one.tape === tape.id && one.name === name);
  if (ref) return ref;
  throw new TapeError('not-found', `No ref of this tape is called ${name}. See tape refs.`);
};

/** Where a ref points by now. Throws TapeError('not-found') where its source was cut short since. */
export function refPoint(catalog: Catalog, tape: TapeRow, ref: Ref): Point {
  if (ref.seq > tape.entries)
    throw new TapeError(
      'not-found',
      `The ref ${ref.name} names entry ${figure(ref.seq)}, but its tape has ${figure(tape.entries)} by now.`,
    );
  return ref.step === null ? entryPoint(catalog, tape, ref.seq) : { tape: tape.id, seq: ref.seq, step: ref.step };
}

const stepPoint = (catalog: Catalog, tape: TapeRow, step: number): Point => ({
  tape: tape.id,
  seq: catalog.step(tape.id, step).last,
  step,
});

const entryPoint = (catalog: Catalog, tape: TapeRow, seq: number): Point => ({ tape: tape.id, seq, step: stepAt(catalog, tape, seq) });

/** The step that an entry was written for, else the last one that began before it. */
const stepAt = (catalog: Catalog, tape: TapeRow, seq: number): number | null => {
  const [row] = catalog.entriesAt(tape.id, [seq]);
  if (row && row.step !== null) return row.step;
  return stepsUpTo({ tape, step: (step) => catalog.step(tape.id, step) }, seq) || null;
};

/** The one ref of a name. Null where there is none; throws TapeError('bad-input') where several tapes have it. */
export function refNamed(name: string, refs: readonly Ref[]): Ref | null {
  const all = refs.filter((ref) => ref.name === name);
  if (all.length <= 1) return all[0] ?? null;
  const spelled = all.map(({ tape }) => `${tape}@${name}`).join(', ');
  throw new TapeError('bad-input', `${all.length} tapes have a ref called ${name}. Say which: ${spelled}.`);
}
