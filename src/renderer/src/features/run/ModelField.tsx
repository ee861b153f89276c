import { useId } from 'react';
import { TextField } from '../../ui/TextField.tsx';

interface Props {
  /** As it was typed. */
  model: string;
  /** Models to choose from: any other can be named too. */
  models: readonly string[];
  className?: string;
  onChange: (model: string) => void;
}

/** Who is asked: PROVIDER:NAME. */
export function ModelField({ model, models, className, onChange }: Props) {
  const list = useId();
  return (
    <>
      <TextField
        className={className ?? ''}
        aria-label="Model"
        placeholder="PROVIDER:NAME"
        title={model.trim()}
        list={list}
        maxLength={200}
        value={model}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {models.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
