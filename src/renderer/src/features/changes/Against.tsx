import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Changes.module.css';

interface Props {
  /** The step that it is compared with now; null where there is none before it. */
  against: number | null;
  /** Label of the button that goes back to the default step; null while that step is shown. */
  back: string | null;
  steps: number;
  onChange: (step: number | null) => void;
}

/** Which step the context is compared with: any of the tape, the request before it unless somebody says so. */
export function Against({ against, back, steps, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (against === null ? '' : String(against));
  const step = /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  const fits = step !== null && step >= 1 && step <= steps;
  const take = () => {
    if (typed !== null && fits) onChange(step);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') take();
  };
  return (
    <span className={`${styles.against} inline-row middle gap-2 nowrap`}>
      against step
      <TextField
        aria-label="Step to compare with"
        aria-invalid={typed !== null && !fits}
        title={`A step from 1 to ${steps}. Enter applies it.`}
        inputMode="numeric"
        size={5}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={take}
      />
      {back !== null && (
        <Button look="quiet" onClick={() => onChange(null)}>
          {back}
        </Button>
      )}
    </span>
  );
}
