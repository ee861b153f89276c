import { Select as Base } from '@base-ui/react/select';
import styles from './Select.module.css';

export interface Option<T extends string> {
  value: T;
  label: string;
  /** A few words on what it does, in small print under it. */
  hint?: string;
  /** What is in the closed field where it is chosen, if not the label. */
  shown?: string;
}

interface Props<T extends string> {
  /** Its name for readers of the screen. */
  label: string;
  value: T;
  options: readonly Option<T>[];
  onChange: (value: T) => void;
}

/** One of a few, in a list that opens in place. */
export function Select<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <Base.Root
      items={options.map((option) => ({ value: option.value, label: option.shown ?? option.label }))}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      modal={false}
    >
      <Base.Trigger className={styles.trigger} aria-label={label}>
        <Base.Value />
        <span className={styles.arrow} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false} align="start">
          <Base.Popup className={`${styles.popup} on-panel boxed-strong round no-outline clip`}>
            <Base.List className={`${styles.list} pad-y-1 no-outline scroll-y`}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={styles.item}>
                  <Base.ItemText>{option.label}</Base.ItemText>
                  {option.hint && <span className="block tiny regular dim">{option.hint}</span>}
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
