import type { FormatRow } from '../../../shared/model/index.ts';
import styles from './AgentMark.module.css';

/** The letters that an agent is known by in a row; its name is the hint, and what a screen reader says. */
export function AgentMark({ format }: { format: Pick<FormatRow, 'name' | 'mark'> | null }) {
  return (
    format && (
      <abbr className={`${styles.mark} inline-block margin-right-1 tiny bold faint`} title={format.name}>
        {format.mark}
      </abbr>
    )
  );
}
