import type { InstructionLoad } from '../../../../shared/model/index.ts';
import { useInstructions } from '../../data/agentHooks.ts';
import { formatMoment } from '../../ui/format.ts';
import styles from './Inspector.module.css';

/** Instruction files that were loaded until a moment (epoch ms), and why each was, as hooks of the agent said; nothing where none did. */
export function InstructionFiles({ tape, until }: { tape: string; until: number | null }) {
  const files = loadedUntil(useInstructions(tape), until);
  if (files.length === 0) return null;
  return (
    <section className={styles.instructions} aria-label="Instruction files">
      <h3>Instruction files</h3>
      <ul>
        {files.map((file) => (
          <li key={file.path} title={`Loaded ${formatMoment(file.at)}`}>
            <code className={styles.wrap}>{file.path}</code> <span className={styles.dim}>{whyWords(file)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>Kept from hooks of the agent, in its own words. What it loaded without a hook is not here.</p>
    </section>
  );
}

/** The newest load of each file. Without a moment, all of them. */
function loadedUntil(loads: readonly InstructionLoad[], until: number | null): InstructionLoad[] {
  return [...new Map(loads.filter(({ at }) => until === null || at <= until).map((one) => [one.path, one])).values()];
}

const whyWords = ({ kind, reason, by }: InstructionLoad): string =>
  [kind, reason, by !== null && `by ${by}`].filter((word) => word !== false && word !== '').join(' · ');
