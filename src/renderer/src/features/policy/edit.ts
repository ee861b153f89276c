import type { Policy } from '../../../../shared/model/index.ts';
import { composedOf, formatPolicy, type Part, parsePolicy, partsOfPolicy } from '../../../../shared/model/policy.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';

/** A part of a policy, as it is spelled; `null` is where the context begins. */
export interface Piece {
  readonly text: string;
  readonly part: Part | null;
}

type Composed = ReturnType<typeof composedOf>;

const open = (policy: Policy): Composed => composedOf(parsePolicy(policy));

/** The line again, in its simplest spelling. A policy that only kept the newest turn of what it begins with needs a part that says so. */
const close = (choice: Composed): Policy =>
  formatPolicy(parsePolicy(formatPolicy(choice.parts.length === 0 ? { ...choice, turn: false } : choice)));

/** Where the context begins, then each part in order. */
export function piecesOf(policy: Policy): Piece[] {
  const choice = open(policy);
  return partsOfPolicy(choice).map((text, at) => ({ text, part: at === 0 ? null : (choice.parts[at - 1] ?? null) }));
}

/** Without one of its pieces. Without its beginning, everything is left: `full`. */
export function removePiece(policy: Policy, at: number): Policy {
  const choice = open(policy);
  if (at === 0) return close({ ...choice, origin: { type: 'full' }, turn: false });
  return close({ ...choice, parts: choice.parts.filter((_, index) => index !== at - 1) });
}

/**
 * With one more piece that was typed, or with another beginning where it is one. Throws TapeError('bad-input') with the sentence to show
 * for what is not part of a policy.
 */
export function addPiece(policy: Policy, typed: string): Policy {
  const text = typed.trim().replace(/^\+\s*/, '');
  const choice = open(policy);
  if (isBeginning(text)) {
    const begun = open(text);
    return close({ ...begun, parts: [...begun.parts, ...choice.parts] });
  }
  const [added] = open(`last-anchor + ${text}`).parts;
  if (added === undefined) return policy;
  if (added.type === 'pin' || added.type === 'without') return added.seqs.reduce(added.type === 'pin' ? pin : leaveOut, policy);
  const others = added.type === 'budget' ? choice.parts.filter(({ type }) => type !== 'budget') : choice.parts;
  return close({ ...choice, parts: [...others, added] });
}

/** With what was typed in the place of one of its pieces. Throws as `addPiece` does. */
export function replacePiece(policy: Policy, at: number, typed: string): Policy {
  if (typed.trim() === '') return removePiece(policy, at);
  const choice = open(policy);
  if (at === 0) return close({ ...choice, origin: open(typed.trim()).origin, turn: false });
  const [changed] = open(`last-anchor + ${typed.trim()}`).parts;
  return changed === undefined ? policy : close({ ...choice, parts: choice.parts.with(at - 1, changed) });
}

const isBeginning = (text: string): boolean => /^(as-recorded|last-anchor|full|anchor:.*|from-anchor:.*)$/s.test(text);

/** An entry goes along whatever else the policy says. */
export function pin(policy: Policy, seq: number): Policy {
  return named(
    named(policy, 'without', (seqs) => seqs.filter((one) => one !== seq)),
    'pin',
    (seqs) => [...seqs, seq],
  );
}

/** An entry stays out, and is pinned no more. */
export function leaveOut(policy: Policy, seq: number): Policy {
  return named(
    named(policy, 'pin', (seqs) => seqs.filter((one) => one !== seq)),
    'without',
    (seqs) => [...seqs, seq],
  );
}

/** Whether a policy names an entry, and how. */
export function namedBy(policy: Policy, seq: number): 'pin' | 'without' | null {
  const part = open(policy).parts.find((one) => (one.type === 'pin' || one.type === 'without') && one.seqs.includes(seq));
  return part?.type === 'pin' || part?.type === 'without' ? part.type : null;
}

/** A policy, and the entries that it pins and leaves out by number. */
export function splitPolicy(policy: Policy): { policy: Policy; pin: number[]; without: number[] } {
  const choice = open(policy);
  const seqsOf = (type: 'pin' | 'without'): number[] => choice.parts.flatMap((part) => (part.type === type ? part.seqs : []));
  const parts = choice.parts.filter(({ type }) => type !== 'pin' && type !== 'without');
  const named = parts.length < choice.parts.length;
  return { policy: named ? close({ ...choice, parts }) : policy, pin: seqsOf('pin'), without: seqsOf('without') };
}

/** All entries of one kind of part are in its first place. */
const named = (policy: Policy, type: 'pin' | 'without', change: (seqs: number[]) => number[]): Policy => {
  const choice = open(policy);
  const before = choice.parts.flatMap((part) => (part.type === type ? part.seqs : []));
  const seqs = [...new Set(change(before))].sort((a, b) => a - b);
  const at = choice.parts.findIndex((part) => part.type === type);
  const others = choice.parts.filter((part) => part.type !== type);
  if (seqs.length === 0) return close({ ...choice, parts: others });
  return close({ ...choice, parts: others.toSpliced(at < 0 ? others.length : at, 0, { type, seqs }) });
};

/** How a part is called where a block names it: "pin", "memory", "summary". */
export function pieceWord(text: string): string {
  const [head = text] = text.split(':');
  return head;
}

/** What to do about a part that was refused, in one sentence. */
export function refusalOf(failure: unknown): string {
  const piece = failure instanceof TapeError ? failure.details?.unknown : undefined;
  if (typeof piece === 'string') return `“${piece}” is not a part of a policy; try pin:#12, without:#7, memory:"words" or budget:8000.`;
  return failure instanceof Error ? failure.message : String(failure);
}
