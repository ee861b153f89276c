import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './Native.module.css';

/** What a control needs of its field: its name, and what is wrong with it. */
export interface FieldProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** A name, its control, and below it what it takes or what is wrong with it. */
export function Field(props: { label: string; hint?: string; error?: string | undefined; children: (field: FieldProps) => ReactNode }) {
  const { label, hint, error, children } = props;
  const id = useId();
  const said = error ?? hint;
  return (
    <div className="grid gap-3 pad-y-1 top-aligned name-column">
      <label htmlFor={id} className="small dim pad-top-1">
        {label}
      </label>
      <div className="shrink-x">
        {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': said === undefined ? undefined : `${id}-said` })}
        {said !== undefined && (
          <p
            id={`${id}-said`}
            className={error === undefined ? `${styles.hint} tiny dim break-anywhere` : `${styles.wrong} error tiny dim break-anywhere`}
            {...(error !== undefined && { role: 'alert' })}
          >
            {said}
          </p>
        )}
      </div>
    </div>
  );
}

/** The body of a dialog that writes: fields, what went wrong, and the one thing to do. Ctrl or Cmd with Enter does it from any field. */
export function WriteForm(props: {
  action: string;
  disabled?: boolean;
  note?: ReactNode;
  failure?: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.disabled !== true) props.onSubmit();
  };
  return (
    <form
      className="stack shrink-y"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)}
    >
      <div className="shrink-y scroll-y pad-x-4 pad-top-1 pad-bottom-3">
        {props.children}
        {props.failure}
      </div>
      <div className="row middle apart rigid gap-4 pad-x-4 pad-y-3 line-above">
        <div className="tiny dim">{props.note}</div>
        <Button type="submit" look="strong" disabled={props.disabled}>
          {props.action}
        </Button>
      </div>
    </form>
  );
}
