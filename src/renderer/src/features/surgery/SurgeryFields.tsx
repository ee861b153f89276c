import type { FormatRow } from '../../../../shared/model/index.ts';
import type { Deed } from '../../../../shared/model/vocabulary.ts';
import { formatNumber } from '../../ui/format.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Field } from '../native/Form.tsx';
import type { Op, Typed } from './change.ts';
import styles from './Surgery.module.css';

const OPS: readonly { op: Op; deed: Deed; name: string; what: string }[] = [
  { op: 'fork-session', deed: 'fork', name: 'fork', what: 'A new session with the history up to an entry.' },
  {
    op: 'drop-span',
    deed: 'dropSpan',
    name: 'drop turns',
    what: 'Leaves out whole turns; what followed them is attached to what came before.',
  },
  { op: 'compact', deed: 'compact', name: 'compact', what: 'Replaces the beginning with one summary that cites its sources.' },
];

interface Props {
  typed: Typed;
  entries: number;
  onChange: (typed: Typed) => void;
  /** Why a change cannot be made to any tape of this agent. */
  cannot: FormatRow['cannot'];
}

/** Which change, and its numbers. */
export function SurgeryFields({ typed, entries, onChange, cannot }: Props) {
  const chosen = OPS.find(({ op }) => op === typed.op);
  const number = (label: string, name: 'at' | 'from' | 'to' | 'keep', hint?: string) => (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(props) => (
        <TextField
          className={styles.number ?? ''}
          inputMode="numeric"
          value={typed[name]}
          onChange={(event) => onChange({ ...typed, [name]: event.target.value })}
          {...props}
        />
      )}
    </Field>
  );
  return (
    <>
      <fieldset className={`row baseline wrap gap-1 pad-top-1 pad-bottom-2 small`} aria-label="Change">
        {OPS.map(({ op, deed, name }) => (
          <button
            key={op}
            type="button"
            className="pill-choice"
            aria-pressed={op === typed.op}
            disabled={cannot[deed] !== undefined}
            title={cannot[deed]}
            onClick={() => onChange({ ...typed, op })}
          >
            {name}
          </button>
        ))}
        <span className="margin-left-2 dim">{chosen?.what}</span>
      </fieldset>
      {typed.op === 'fork-session' && number('After entry', 'at', `1 to ${formatNumber(entries)}`)}
      {typed.op === 'drop-span' && number('From entry', 'from', 'The first entry of a turn.')}
      {typed.op === 'drop-span' && number('To entry', 'to', 'The last entry of a turn.')}
      {typed.op === 'compact' && number('Turns to keep', 'keep', 'The number of turns at the end to leave unchanged.')}
      {typed.op === 'compact' && (
        <Field label="Summary" hint="Leave empty to list what was there, without inventing anything.">
          {(props) => (
            <TextArea rows={3} value={typed.summary} onChange={(event) => onChange({ ...typed, summary: event.target.value })} {...props} />
          )}
        </Field>
      )}
    </>
  );
}
