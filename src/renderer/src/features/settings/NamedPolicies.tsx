import { type KeyboardEvent, useState } from 'react';
import type { NamedPolicy } from '../../../../shared/model/index.ts';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { useChangePolicy, usePolicies } from '../../data/policyHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { refusalOf } from '../policy/edit.ts';
import styles from './Settings.module.css';

/** Policies with names: a line is changed in its place, a removed one can be put back until the dialog closes. */
export function NamedPolicies({ readOnly }: { readOnly: boolean }) {
  const tape = useStore((state) => state.tape);
  const policies = usePolicies(tape).data;
  const [removed, setRemoved] = useState<readonly NamedPolicy[]>([]);
  /** The policy whose field is created again and keeps the focus. */
  const [kept, setKept] = useState<string | null>(null);
  const change = useChangePolicy(tape);
  if (policies === undefined) return null;
  const others = removed.filter(({ name }) => !policies.some((one) => one.name === name));
  const shown = [...policies, ...others].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const remove = (policy: NamedPolicy) => change.mutate({ ...policy, line: null }, { onSuccess: () => setRemoved([...others, policy]) });
  const restore = (policy: NamedPolicy) => {
    setKept(policy.name);
    change.mutate(policy);
  };
  return (
    <section className={`${styles.field} grid baseline gap-3 pad-y-1`} aria-label="Named policies">
      <span className="small dim">Named policies</span>
      <div>
        {shown.length === 0 && <p className="tiny dim">None yet. Save one with “save as…” in the next request of a tape.</p>}
        <ul className={styles.policies}>
          {shown.map((policy) =>
            others.includes(policy) ? (
              <li key={policy.name} className="grid baseline gap-2 pad-bottom-1 small">
                <s>{policy.name}</s>
                <span className="tiny dim">removed</span>
                <Button look="quiet" autoFocus onClick={() => restore(policy)}>
                  undo
                </Button>
              </li>
            ) : (
              <li key={policy.name} className="grid baseline gap-2 pad-bottom-1 small">
                <span className="break-anywhere" title={policy.where === 'workspace' ? 'of this workspace' : 'of these settings'}>
                  {policy.name}
                </span>
                <Line
                  key={policy.line}
                  policy={policy}
                  readOnly={readOnly}
                  focused={kept === policy.name}
                  onSave={() => setKept(policy.name)}
                />
                <Button look="quiet" aria-label={`Remove ${policy.name}`} disabled={readOnly} onClick={() => remove(policy)}>
                  remove
                </Button>
              </li>
            ),
          )}
        </ul>
        {change.isError && (
          <p className="tiny error" role="alert">
            {change.error.message}
          </p>
        )}
      </div>
    </section>
  );
}

/** Enter saves what was typed, Esc takes it back. */
const Line = ({ policy, readOnly, focused, onSave }: { policy: NamedPolicy; readOnly: boolean; focused: boolean; onSave: () => void }) => {
  const tape = useStore((state) => state.tape);
  const [line, setLine] = useState(policy.line);
  const [refused, setRefused] = useState('');
  const change = useChangePolicy(tape);
  const save = () => {
    if (line.trim() === policy.line) return;
    try {
      parsePolicy(line, () => 'full');
    } catch (failure) {
      return setRefused(refusalOf(failure));
    }
    setRefused('');
    onSave();
    change.mutate({ ...policy, line }, { onError: (failure) => setRefused(failure.message) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Else it would save the folders as well.
      event.preventDefault();
      save();
    }
    if (event.key !== 'Escape' || line === policy.line) return;
    event.stopPropagation();
    setLine(policy.line);
    setRefused('');
  };
  return (
    <span className="grid">
      <TextField
        className="code"
        aria-label={`The policy ${policy.name}`}
        aria-invalid={refused !== ''}
        title="Enter saves it, Esc cancels."
        spellCheck={false}
        autoFocus={focused}
        readOnly={readOnly}
        value={line}
        onChange={(event) => setLine(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {refused !== '' ? (
        <span className="tiny error" role="alert">
          {refused}
        </span>
      ) : (
        line !== policy.line && <span className="tiny dim">Enter saves it</span>
      )}
    </span>
  );
};
