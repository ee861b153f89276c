import { type KeyboardEvent, useRef, useState } from 'react';
import type { FloatChange } from '../../../../shared/model/float.ts';
import { useWouldRebuild } from '../../data/floatHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import styles from './About.module.css';
import { wouldWords } from './labels.ts';

interface Props {
  root: string;
  /** What a save changes, shown beforehand so that its reach is known. */
  change: FloatChange;
  label: string;
  /** Who wrote it, in a word. */
  by: string;
  text: string | null;
  /** Placeholder where there is no text. */
  nothing: string;
  rows: number;
  readOnly: boolean;
  onSave: (text: string | null) => Promise<unknown>;
  unset?: string;
  onUnset?: () => Promise<unknown>;
}

/** A text that stays as it is until somebody edits it in its place. Ctrl Enter saves, Esc gives up what was typed. */
export function EditText({ root, change, label, by, text, nothing, rows, readOnly, onSave, unset, onUnset }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [state, setState] = useState<{ saving: boolean; error: Error | null }>({ saving: false, error: null });
  const part = useRef<HTMLElement>(null);
  const setNotice = useStore((store) => store.setNotice);
  const would = useWouldRebuild(root, typed === null ? null : change);
  const leave = () => {
    setTyped(null);
    setState({ saving: false, error: null });
    // The keys go back to where the editing began.
    setTimeout(() => part.current?.querySelector('button')?.focus());
  };
  const run = (save: () => Promise<unknown>) => {
    setState({ saving: true, error: null });
    save().then(
      () => {
        setNotice(`Saved. ${wouldWords(would.data ?? [])}`);
        leave();
      },
      (error: Error) => setState({ saving: false, error }),
    );
  };
  const save = () => (typed === (text ?? '') ? leave() : run(() => onSave(typed?.trim() === '' ? null : typed)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section ref={part} className={`${styles.part} grid gap-1`} aria-label={label}>
      <h4 className="row wrap baseline gap-x-2">
        {label} {by !== '' && <span>{by}</span>}
        {!readOnly && typed === null && (
          <Button
            look="quiet"
            aria-label={`${text === null ? 'write' : 'edit'} ${label.toLowerCase()}`}
            onClick={() => setTyped(text ?? '')}
          >
            {text === null ? 'write' : 'edit'}
          </Button>
        )}
      </h4>
      {typed === null ? (
        <p className={text === null ? 'dim pretty' : `${styles.text} pre-wrap break-anywhere scroll-y`}>{text ?? nothing}</p>
      ) : (
        <div className={`${styles.edit} grid gap-2`}>
          <TextArea
            autoFocus
            aria-label={label}
            rows={rows}
            maxLength={1_000_000}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <p className={`${styles.would} tiny dim break-anywhere`}>{would.data === undefined ? ' ' : wouldWords(would.data)}</p>
          <p className="row middle wrap gap-x-3 gap-y-1">
            <Button look="strong" onClick={save} disabled={state.saving}>
              {state.saving ? 'Saving…' : 'Save'}
            </Button>
            <Button look="quiet" onClick={leave}>
              cancel
            </Button>
            {onUnset && (
              <Button look="quiet" onClick={() => run(onUnset)} disabled={state.saving}>
                {unset}
              </Button>
            )}
          </p>
          {state.error && <Failure error={state.error} />}
        </div>
      )}
    </section>
  );
}
