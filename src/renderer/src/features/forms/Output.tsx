import { useContext, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { seen } from '../../ui/steering.tsx';
import { Staged, Whole } from '../inspector/Staged.tsx';
import styles from './Forms.module.css';

/** Lines that a command's output begins with when it is folded. */
const MOST = 4;
/** As many lines are shown whole: to fold them would save nothing. */
const SHORT = 8;

const TELLS = /\b(error|fail(ed|ure|s)?|fatal|panic|exception|denied|not found|cannot|undefined|warning)\b|[✗✘×]/i;

/** The lines that one looks for in what a command printed: those that say what went wrong, and the last that says anything. Pure; in their order. */
export function matterOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const found = lines.flatMap((line, at) => (TELLS.test(line.slice(0, 2000)) ? [at] : [])).slice(0, MOST - 1);
  const shown = new Set([...found, lines.length - 1]);
  return lines.filter((_, at) => shown.has(at));
}

/** What a command printed: of much of it the lines that matter, until somebody asks for all. */
export function Output({ text, lines, cut }: { text: string; lines: number; cut: number }) {
  const [whole, setWhole] = useState(useContext(Whole));
  if (text === '') return <p className="small dim">Nothing was printed.</p>;
  if (whole || lines <= SHORT)
    return (
      <Staged text={text} cut={cut}>
        {(shown) => <pre className={`${styles.output} pre-wrap break-anywhere on-sunk round-small pad-y-2 pad-x-3`}>{seen(shown)}</pre>}
      </Staged>
    );
  const matter = matterOf(text);
  return (
    <div className={`${styles.output} pre-wrap break-anywhere on-sunk round-small pad-y-2 pad-x-3`}>
      <pre className="pre-wrap break-anywhere">{seen(matter.join('\n'))}</pre>
      <p className="pad-top-tight dim">
        {count(lines - matter.length, 'more line')} ·{' '}
        <Button look="quiet" onClick={() => setWhole(true)}>
          show
        </Button>
      </p>
    </div>
  );
}
