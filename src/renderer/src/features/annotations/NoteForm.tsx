import type { RefObject } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Field } from '../native/Form.tsx';
import native from '../native/Native.module.css';
import styles from './Annotations.module.css';
import type { About, Draft } from './draft.ts';

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  labels: readonly string[];
  /** What it can be about, each in words. */
  abouts: readonly { about: About; words: string }[];
  wrong: string | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
}

const SUGGESTED = 8;

const Ends = ({ draft, change }: Pick<Props, 'draft' | 'change'>) => (
  <span className={`${styles.ends} inline-row baseline gap-1`}>
    <TextField
      aria-label="From entry"
      inputMode="numeric"
      maxLength={15}
      value={draft.from}
      onChange={(e) => change({ from: e.target.value })}
    />
    to
    <TextField aria-label="To entry" inputMode="numeric" maxLength={15} value={draft.to} onChange={(e) => change({ to: e.target.value })} />
  </span>
);

/** The fields of an annotation: what it says, its label, what it is about. */
export function NoteForm({ draft, change, labels, abouts, wrong, field }: Props) {
  const fitting = labels.filter((label) => label !== draft.label && label.startsWith(draft.label)).slice(0, SUGGESTED);
  return (
    <>
      <Field label="Note">
        {(props) => (
          <TextArea
            ref={field}
            rows={4}
            maxLength={10_000}
            value={draft.text}
            onChange={(e) => change({ text: e.target.value })}
            {...props}
          />
        )}
      </Field>
      <Field label="Label">
        {(props) => (
          <>
            <TextField
              className={native.short}
              maxLength={60}
              value={draft.label}
              onChange={(e) => change({ label: e.target.value })}
              {...props}
            />
            {fitting.length > 0 && (
              <div className={`${styles.labels} row wrap tiny gap-y-1 gap-x-3 pad-top-tight`}>
                {fitting.map((label) => (
                  <Button key={label} look="quiet" onClick={() => change({ label })} aria-label={`Label it ${label}`}>
                    {label}
                  </Button>
                ))}
              </div>
            )}
          </>
        )}
      </Field>
      <Field label="About" error={wrong}>
        {({ id }) => (
          <fieldset id={id} className="row wrap gap-x-4 gap-y-1 small pad-top-1" aria-label="About">
            {abouts.map(({ about, words }) => (
              <label key={about} className="inline-row middle gap-2">
                <input type="radio" name="about" checked={draft.about === about} onChange={() => change({ about })} />
                {words}
              </label>
            ))}
            {draft.about === 'span' && <Ends draft={draft} change={change} />}
          </fieldset>
        )}
      </Field>
    </>
  );
}
