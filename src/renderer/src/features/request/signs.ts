import type { BlockDifference, Proof } from '../../../../shared/model/index.ts';
import type { Part } from '../../../../shared/model/sent-parts.ts';

/** How a part of the request and the view agree. */
export interface Signed {
  sign: '=' | '≠' | '+';
  /** Null where both are the same. */
  difference: BlockDifference | null;
}

/** What is different between a view and its request, part by part, and what of it is in no part. */
export interface Signs {
  /** By the number of the part; none where nothing was compared with it, as parameters. */
  of: ReadonlyMap<number, Signed>;
  rest: readonly BlockDifference[];
}

const isFault = ({ expected }: BlockDifference): boolean => !expected;

/** Whether a part is not as the view has it, and nothing that no log could hold. */
export function isUnlike(signed: Signed | undefined): boolean {
  return signed?.difference != null && isFault(signed.difference);
}

/**
 * Signs the parts of a request by the comparison of its blocks. Both have them in the order of sending; where a body has parts that are not blocks, or not
 * all differences are told, nobody knows which is which, and all that is no fault is left out.
 */
export function signsOf(parts: readonly Part[], proof: Proof | undefined): Signs {
  if (proof === undefined || (proof.state !== 'verified' && proof.state !== 'differs')) return { of: new Map(), rest: [] };
  const { differences, differs, onlySent, onlyDerived, blocks } = proof;
  const content = [...parts.keys()].filter((at) => parts[at]?.section !== 'parameters');
  const isWhole = differences.length === (differs ?? 0) + (onlySent ?? 0) + (onlyDerived ?? 0);
  if (content.length !== blocks || !isWhole) return { of: new Map(), rest: differences.filter(isFault) };
  const byBlock = new Map(differences.flatMap((one) => (one.at === null ? [] : [[one.at, one] as const])));
  const signed = (difference: BlockDifference | undefined): Signed =>
    difference === undefined ? { sign: '=', difference: null } : { sign: difference.where === 'differs' ? '≠' : '+', difference };
  return {
    of: new Map(content.map((at, block) => [at, signed(byBlock.get(block))])),
    rest: differences.filter((one) => one.at === null && isFault(one)),
  };
}

/** What a client puts in the place of a result. */
const CLEARED = /^\[Old tool result content cleared\]/;

/** Why a block differs, where that can be seen. */
export function reasonOf({ kind, sent, derived, where }: BlockDifference): string | null {
  if (kind === 'result' && CLEARED.test(sent ?? '')) return 'Cleared before it was sent; the log does not record it.';
  if (where === 'only-derived') return 'The log has it, and it was not sent.';
  if (where === 'only-sent') return 'It was sent, and the log does not have it.';
  return derived !== null && sent?.startsWith(derived.trim()) ? 'More was sent than the log has.' : null;
}
