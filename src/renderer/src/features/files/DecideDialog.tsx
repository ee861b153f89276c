import { useRef, useState } from 'react';
import type { FloatLogEntry } from '../../../../shared/model/float.ts';
import { useFloatCall, useWouldRebuild } from '../../data/floatHooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Field, WriteForm } from '../native/Form.tsx';
import { wouldWords } from './labels.ts';

/** Today as the calendar on the wall has it: YYYY-MM-DD. */
export function today(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Tags as a person types them, between commas or spaces: each once, in small letters. */
export function tagsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[,;\s]+/)
        .filter(Boolean),
    ),
  ];
}

interface Props {
  root: string;
  path: string;
  others: readonly FloatLogEntry[];
  onClose: () => void;
}

const NONE = 'none';

/** Writes a decision to the log of a folder. What that makes stale is shown beforehand. */
export function DecideDialog({ root, path, others, onClose }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const decide = useFloatCall('float.decide');
  const setNotice = useStore((state) => state.setNotice);
  const [title, setTitle] = useState('');
  const [date, setDate] = useState(today);
  const [decision, setDecision] = useState('');
  const [rationale, setRationale] = useState('');
  const [tagged, setTagged] = useState('');
  const [supersedes, setSupersedes] = useState(NONE);
  const tags = tagsOf(tagged);
  const loud = tags.includes('architectural') || tags.includes('breaking');
  const would = useWouldRebuild(root, { on: path, type: 'log', id: loud ? 'marked' : 'all' });
  const run = () =>
    decide.mutate(
      {
        root,
        path,
        title: title.trim(),
        date,
        tags,
        ...(decision.trim() !== '' && { decision }),
        ...(rationale.trim() !== '' && { rationale }),
        ...(supersedes !== NONE && { supersedes: Number(supersedes) }),
      },
      {
        onSuccess: ({ entry }) => {
          setNotice(`Logged decision #${entry.id}. ${wouldWords(would.data ?? [])}`);
          onClose();
        },
      },
    );
  const open = others.filter(({ supersededBy }) => supersededBy === null);
  const options = [
    { value: NONE, label: 'none' },
    ...open.map(({ id, title: name, folder }) => ({ value: String(id), label: `#${id} ${name}`, hint: folder })),
  ];
  return (
    <Dialog title={`A decision in ${path}`} focus={first} onClose={onClose}>
      <WriteForm
        action="Add"
        disabled={title.trim() === '' || !isDate(date) || decide.isPending}
        note={would.data === undefined ? 'Ctrl Enter adds.' : wouldWords(would.data)}
        failure={decide.isError && <Failure error={decide.error} />}
        onSubmit={run}
      >
        <Field label="Title">
          {(props) => <TextField ref={first} maxLength={500} value={title} onChange={(event) => setTitle(event.target.value)} {...props} />}
        </Field>
        <Field label="Date" error={isDate(date) ? undefined : 'A day such as 2026-01-31.'}>
          {(props) => <TextField size={12} value={date} onChange={(event) => setDate(event.target.value)} {...props} />}
        </Field>
        <Field label="Decision" hint="What was decided.">
          {(props) => <TextArea rows={3} value={decision} onChange={(event) => setDecision(event.target.value)} {...props} />}
        </Field>
        <Field label="Rationale" hint="Why: the reason that keeps an agent from undoing it.">
          {(props) => <TextArea rows={3} value={rationale} onChange={(event) => setRationale(event.target.value)} {...props} />}
        </Field>
        <Field
          label="Tags"
          hint={
            loud ? 'All folders below show it, however old it is.' : 'With architectural or breaking, all folders below show it for good.'
          }
        >
          {(props) => (
            <TextField placeholder="architectural, api" value={tagged} onChange={(event) => setTagged(event.target.value)} {...props} />
          )}
        </Field>
        {open.length > 0 && (
          <Field label="Supersedes">
            {() => <Select label="Supersedes" value={supersedes} options={options} onChange={setSupersedes} />}
          </Field>
        )}
      </WriteForm>
    </Dialog>
  );
}
