import { useShallow } from 'zustand/react/shallow';
import { useStore } from '../../state/store.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { leaveOut, namedBy, piecesOf, pin, removePiece, replacePiece } from './edit.ts';

/** The keys that pin the selected entry and leave it out; each takes back what it did. */
export function usePolicyKeys(): void {
  const { entry, policy, editPolicy } = useStore(useShallow(({ entry, policy, editPolicy }) => ({ entry, policy, editPolicy })));
  useKeys({
    'policy.pin': () => entry !== null && editPolicy(namedBy(policy, entry) === 'pin' ? without(policy, entry) : pin(policy, entry)),
    'policy.leave-out': () =>
      entry !== null && editPolicy(namedBy(policy, entry) === 'without' ? without(policy, entry) : leaveOut(policy, entry)),
  });
}

/** The policy names the entry no more. */
const without = (policy: string, seq: number): string => {
  const at = piecesOf(policy).findIndex(({ part }) => (part?.type === 'pin' || part?.type === 'without') && part.seqs.includes(seq));
  const part = piecesOf(policy)[at]?.part;
  if (part?.type !== 'pin' && part?.type !== 'without') return policy;
  const others = part.seqs.filter((one) => one !== seq);
  return others.length === 0 ? removePiece(policy, at) : replacePiece(policy, at, `${part.type}:${others.join(',')}`);
};
