import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './Button.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `plain` has a hairline, `quiet` is a word that underlines, `strong` is the one thing to do here. */
  look?: 'plain' | 'quiet' | 'strong';
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'plain', className, ...rest }: Props) {
  return <button type="button" className={`${styles.button} ${styles[look]} ${className ?? ''}`} {...rest} />;
}
