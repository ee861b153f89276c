import type { InputHTMLAttributes, Ref } from 'react';
import styles from './TextField.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

/** A line of text to type. It offers nothing of its own: no completion, no correction. */
export function TextField({ className, ref, ...rest }: Props) {
  return (
    <input
      ref={ref}
      className={`${styles.field} ${className ?? ''}`}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      {...rest}
    />
  );
}
