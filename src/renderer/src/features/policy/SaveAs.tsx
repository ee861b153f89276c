import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useSavePolicy } from '../../data/policyHooks.ts';
import { useStore } from '../../state/store.ts';
import styles from './PolicyLine.module.css';

/** Gives the policy a name, by which the lists of the window and the terminal know it from then on. */
export function SaveAs({ tape }: { tape: string }) {
  const policy = useStore((state) => state.policy);
  const setNotice = useStore((state) => state.setNotice);
  const [name, setName] = useState<string | null>(null);
  const save = useSavePolicy(tape);
  if (name === null)
    return (
      <button type="button" onClick={() => setName('')}>
        save as…
      </button>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const saved = () => {
      setNotice(`Saved as ${name}. It works in tape view --policy ${name}, too.`);
      setName(null);
    };
    if (name.trim() !== '') save.mutate({ name: name.trim(), line: policy }, { onSuccess: saved });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    setName(null);
  };
  return (
    <form className={`${styles.saveAs} inline-row baseline wrap gap-2`} onSubmit={submit}>
      <input
        aria-label="Name of the policy"
        placeholder="name"
        size={14}
        maxLength={64}
        spellCheck={false}
        ref={takeFocus}
        className="small"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit">save</button>
      {save.error && (
        <span className="leading-16 error pad-top-1" role="alert">
          {save.error.message}
        </span>
      )}
    </form>
  );
}

/** The field that opens in the place of the button has the keys. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();
