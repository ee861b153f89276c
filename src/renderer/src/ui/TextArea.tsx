import type { Ref, TextareaHTMLAttributes } from 'react';
import styles from './TextField.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text to type. Like TextField it offers nothing of its own. */
const LINE = 18;

export function TextArea({ className, ref, rows = 2, ...rest }: Props) {
  return (
    <textarea
      ref={ref}
      rows={rows}
      style={{ minHeight: rows * LINE + 10 }}
      className={`${styles.field} ${styles.area} ${className ?? ''} block`}
      spellCheck={false}
      autoComplete="off"
      {...rest}
    />
  );
}
