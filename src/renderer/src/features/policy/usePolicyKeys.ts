import { useShallow } from 'zustand/react/shallow';
import type { Policy } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { leaveOut, namedBy, piecesOf, pin, removePiece, replacePiece } from './edit.ts';

/** The keys that pin the selected entry and leave it out; each takes back what it did. Without a policy that is the one that is set. */
export function usePolicyKeys(own?: Policy, edit?: (policy: Policy) => void): void {
  const {
    entry,
    policy: set,
    editPolicy: editSet,
  } = useStore(useShallow(({ entry, policy, editPolicy }) => ({ entry, policy, editPolicy })));
  const [policy, editPolicy] = [own ?? set, edit ?? editSet];
  useKeys({
    'policy.pin': () => entry !== null && editPolicy(namedBy(policy, entry) === 'pin' ? unnamed(policy, entry) : pin(policy, entry)),
    'policy.leave-out': () =>
      entry !== null && editPolicy(namedBy(policy, entry) === 'without' ? unnamed(policy, entry) : leaveOut(policy, entry)),
  });
}

/** The policy without any mention of the entry. */
export function unnamed(policy: Policy, seq: number): Policy {
  const at = piecesOf(policy).findIndex(({ part }) => (part?.type === 'pin' || part?.type === 'without') && part.seqs.includes(seq));
  const part = piecesOf(policy)[at]?.part;
  if (part?.type !== 'pin' && part?.type !== 'without') return policy;
  const others = part.seqs.filter((one) => one !== seq);
  return others.length === 0 ? removePiece(policy, at) : replacePiece(policy, at, `${part.type}:${others.join(',')}`);
}
