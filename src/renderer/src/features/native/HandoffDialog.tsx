import { type Ref, useEffect, useRef, useState } from 'react';
import { CallError } from '../../../../shared/rpc/client.ts';
import { useNativeCall, useNativeInfo } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Field, type FieldProps, WriteForm } from './Form.tsx';
import { emptyHandoff, type FieldErrors, fieldsOfRefusal, type HandoffField, handoffOf } from './handoff.ts';
import { useMarked, useNativeState } from './state.ts';
import { useNative } from './useNative.ts';

interface Shape {
  name: HandoffField;
  label: string;
  hint?: string;
  rows?: number;
  code?: boolean;
}

const shapes: readonly Shape[] = [
  { name: 'name', label: 'Name' },
  { name: 'summary', label: 'Summary', rows: 3 },
  { name: 'nextSteps', label: 'Next steps', hint: 'One per line.', rows: 3 },
  { name: 'sourceIds', label: 'Sources', hint: 'Numbers of the entries that the summary cites.', code: true },
  { name: 'owner', label: 'Owner' },
  { name: 'state', label: 'Further state', rows: 2, code: true },
];

/** What the engine refused, at the fields that it is about: the first one has the sentence. */
const refusalsOf = (error: Error | null): FieldErrors => {
  const named = error instanceof CallError ? fieldsOfRefusal(error.wire) : [];
  const inOrder = shapes.map(({ name }) => name).filter((name) => named.includes(name));
  return Object.fromEntries(inOrder.map((name, index) => [name, index === 0 ? error?.message : 'This one too.']));
};

/** Opens a new phase with the smallest state that it inherits. */
export function HandoffDialog({ onClose }: { onClose: () => void }) {
  const { tape, entry } = useNative();
  const marked = useMarked(tape?.id ?? null);
  const contract = useNativeInfo(tape?.id ?? null).data?.stateSchema === true;
  const { select, setNotice } = useStore.getState();
  const handoff = useNativeCall('native.handoff');
  const [form, setForm] = useState(() => emptyHandoff(marked.length > 0 ? marked : entry === null ? [] : [entry]));
  const [errors, setErrors] = useState<FieldErrors>({});
  const fields = useRef<Partial<Record<HandoffField, HTMLElement | null>>>({});
  const first = useRef<HTMLInputElement>(null);
  const refused = refusalsOf(handoff.error);
  const said: FieldErrors = { ...refused, ...errors };
  const wrong = shapes.find(({ name }) => said[name] !== undefined)?.name;
  useEffect(() => {
    if (wrong !== undefined) fields.current[wrong]?.focus();
  }, [wrong]);
  if (tape === null) return null;

  const change = (name: HandoffField, value: string) => {
    setForm({ ...form, [name]: value });
    if (errors[name] !== undefined) setErrors(Object.fromEntries(Object.entries(errors).filter(([other]) => other !== name)));
    if (refused[name] !== undefined) handoff.reset();
  };
  const run = () => {
    const made = handoffOf(form);
    setErrors('errors' in made ? made.errors : {});
    if ('errors' in made) return;
    handoff.mutate(
      { tape: tape.id, ...made.input },
      {
        onSuccess: ({ ids, notes }) => {
          useNativeState.getState().clearMarks(tape.id);
          if (ids[0] !== undefined) select(ids[0]);
          setNotice([`${made.input.name} begins at #${ids[0]}.`, ...notes].join(' '));
          onClose();
        },
      },
    );
  };
  const control = ({ name, rows, code }: Shape, props: FieldProps) => {
    const common = {
      ...props,
      value: form[name],
      className: code === true ? 'code' : '',
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    };
    const hold = (element: HTMLElement | null) => {
      fields.current[name] = element;
      if (name === 'name') first.current = element as HTMLInputElement | null;
    };
    if (rows === undefined) return <TextField ref={hold as Ref<HTMLInputElement>} {...common} />;
    return <TextArea ref={hold as Ref<HTMLTextAreaElement>} rows={rows} placeholder={name === 'state' ? '{ }' : ''} {...common} />;
  };
  return (
    <Dialog title="Hand off to a new phase" focus={first} onClose={onClose}>
      <WriteForm
        action="Hand off"
        disabled={handoff.isPending}
        note="The next phase reads from here on. Nothing before it is lost."
        failure={handoff.isError && Object.keys(refused).length === 0 && <Failure error={handoff.error} />}
        onSubmit={run}
      >
        {shapes.map((shape) => (
          <Field
            key={shape.name}
            label={shape.label}
            {...(shape.hint !== undefined && { hint: shape.hint })}
            {...(shape.name === 'state' && {
              hint: contract ? 'A JSON object. The state contract of this workspace checks it.' : 'A JSON object.',
            })}
            error={said[shape.name]}
          >
            {(props) => control(shape, props)}
          </Field>
        ))}
      </WriteForm>
    </Dialog>
  );
}
