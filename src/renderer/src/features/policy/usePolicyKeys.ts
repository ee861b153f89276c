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
    setNotice,
  } = useStore(useShallow(({ entry, policy, editPolicy, setNotice }) => ({ entry, policy, editPolicy, setNotice })));
  const [policy, editPolicy] = [own ?? set, edit ?? editSet];
  const toggle = (name: 'pin' | 'without') => {
    if (entry === null) return setNotice(name === 'pin' ? 'Select the entry to pin.' : 'Select the entry to leave out.');
    editPolicy(namedBy(policy, entry) === name ? unnamed(policy, entry) : (name === 'pin' ? pin : leaveOut)(policy, entry));
  };
  useKeys({ 'policy.pin': () => toggle('pin'), 'policy.leave-out': () => toggle('without') });
}

/** The policy without any mention of the entry. */
export function unnamed(policy: Policy, seq: number): Policy {
  const at = piecesOf(policy).findIndex(({ part }) => (part?.type === 'pin' || part?.type === 'without') && part.seqs.includes(seq));
  const part = piecesOf(policy)[at]?.part;
  if (part?.type !== 'pin' && part?.type !== 'without') return policy;
  const others = part.seqs.filter((one) => one !== seq);
  return others.length === 0 ? removePiece(policy, at) : replacePiece(policy, at, `${part.type}:${others.join(',')}`);
}
