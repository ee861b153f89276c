import { useState } from 'react';
import type { TokenCount } from '../../../../shared/model/index.ts';
import type { Part } from '../../../../shared/model/sent-parts.ts';
import { formatNumber } from '../../ui/format.ts';
import { kindColour } from '../../ui/kinds.ts';
import { tokensShort } from '../context/figures.ts';
import { Sides } from './Proven.tsx';
import styles from './Request.module.css';
import { isUnlike, type Signed } from './signs.ts';

/** Characters of an open part; all of it is in the JSON. */
const MOST = 20_000;
const BEGINS = 240;

const MEANS: Readonly<Record<Signed['sign'], string>> = {
  '=': 'verified: the view has it too',
  '≠': 'different in the view',
  '+': 'only in the request',
};

/** A part on one line; a click opens it in place. Where the view has it otherwise, both sides are below. */
export function PartRow({ part, tokens, signed }: { part: Part; tokens: TokenCount; signed: Signed | undefined }) {
  const [open, setOpen] = useState(false);
  const unlike = isUnlike(signed);
  const begins = part.text.slice(0, BEGINS).replace(/\s+/g, ' ').trim();
  return (
    <>
      <button
        type="button"
        className={`${styles.row} hover-shade grid middle full-width gap-3 small text-left high-24 pad-y-tight pad-right-4`}
        data-row=""
        data-unlike={unlike}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={`${styles.sign} bold dim text-center`} title={signed && MEANS[signed.sign]}>
          {signed?.sign}
        </span>
        <span className="swatch semibold cut" style={{ color: kindColour(part.kind) }}>
          {part.label}
        </span>
        <code className="cut">{begins}</code>
        <span className="text-right">{tokens.value > 0 ? tokensShort(tokens) : ''}</span>
      </button>
      {unlike && signed?.difference && (
        <div className={styles.unlike}>
          <Sides difference={signed.difference} />
        </div>
      )}
      {open && (
        <pre className={`${styles.text} scroll-y pad-x-4 pad-y-3 on-sunk pre-wrap break-anywhere code`}>
          {part.text.slice(0, MOST)}
          {part.text.length > MOST && `\n… ${formatNumber(part.text.length - MOST)} more characters, in the JSON`}
        </pre>
      )}
    </>
  );
}
