import { useState } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { kindColour } from '../../ui/kinds.ts';
import type { Part } from './parts.ts';
import styles from './Request.module.css';

/** Characters of an open part; all of it is in the JSON. */
const MOST = 20_000;
const BEGINS = 240;

/** A part on one line; a click opens it in place. */
export function PartRow({ part, tokens }: { part: Part; tokens: number }) {
  const [open, setOpen] = useState(false);
  const begins = part.text.slice(0, BEGINS).replace(/\s+/g, ' ').trim();
  return (
    <>
      <button type="button" className={styles.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={`${styles.kind} swatch`} style={{ color: kindColour(part.kind) }}>
          {part.label}
        </span>
        <code>{begins}</code>
        <span className={styles.weight}>{tokens > 0 ? `~${formatNumber(Math.round(tokens))}` : ''}</span>
      </button>
      {open && (
        <pre className={styles.text}>
          {part.text.slice(0, MOST)}
          {part.text.length > MOST && `\n… ${formatNumber(part.text.length - MOST)} more characters, in the JSON`}
        </pre>
      )}
    </>
  );
}
