import { useState } from 'react';
import { isMiss } from '../../../../shared/model/cache.ts';
import type { CacheFate } from '../../../../shared/model/index.ts';
import { formatNumber, formatShort } from '../../ui/format.ts';
import { reasonWord } from '../money/words.ts';
import { PartRow } from './PartRow.tsx';
import type { Part, Section } from './parts.ts';
import styles from './Request.module.css';

const NAMES: Readonly<Record<Section, string>> = { parameters: 'Parameters', tools: 'Tools', system: 'System', messages: 'Messages' };

/** Rows at either end of a long section; those between are one line until somebody asks for them. */
const ENDS = { first: 4, last: 16 } as const;

interface Props {
  parts: readonly Part[];
  /** Tokens of each part. */
  weights: readonly number[];
  recorded: boolean;
  fate: CacheFate | undefined;
}

/** A request section by section, in the order in which it was sent, with a line where its cache is marked. */
export function Sections({ parts, weights, recorded, fate }: Props) {
  const last = parts.findLastIndex(({ mark }) => mark !== null);
  const rows = parts.map((part, at) => ({ part, at, tokens: weights[at] ?? 0 }));
  return (Object.keys(NAMES) as Section[]).map((section) => {
    const own = rows.filter(({ part }) => part.section === section);
    if (own.length === 0 && recorded) return null;
    const tokens = own.reduce((sum, row) => sum + row.tokens, 0);
    const listed = section === 'tools' ? own.toSorted((a, b) => b.tokens - a.tokens) : own;
    return (
      <section key={section} className={styles.section} aria-label={NAMES[section]} data-absent={own.length === 0}>
        <h3>
          {NAMES[section]}
          {own.length > 0 && (
            <small>
              {formatNumber(own.length)}
              {tokens > 0 && ` · ~${formatShort(Math.round(tokens))}`}
            </small>
          )}
        </h3>
        {own.length === 0 ? (
          <p className={styles.absent}>Not in the log: only the request has it.</p>
        ) : (
          <Rows rows={listed} last={last} fate={fate} fold={section !== 'parameters'} />
        )}
      </section>
    );
  });
}

interface Row {
  part: Part;
  at: number;
  tokens: number;
}

const Rows = ({ rows, last, fate, fold }: { rows: readonly Row[]; last: number; fate: CacheFate | undefined; fold: boolean }) => {
  const [open, setOpen] = useState(false);
  const hidden = fold && !open ? rows.length - ENDS.first - ENDS.last : 0;
  const drawn = hidden > 1 ? [...rows.slice(0, ENDS.first), null, ...rows.slice(-ENDS.last)] : rows;
  return (
    <ol className={styles.rows}>
      {drawn.map((row) =>
        row === null ? (
          <li key="fold">
            <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
              {formatNumber(hidden)} more parts <u>show</u>
            </button>
          </li>
        ) : (
          <li key={row.at}>
            <PartRow part={row.part} tokens={row.tokens} />
            {row.part.mark !== null && <Breakpoint mark={row.part.mark} fate={row.at === last ? fate : undefined} />}
          </li>
        ),
      )}
    </ol>
  );
};

/** Where the provider was asked to keep everything above; the last one says what became of that. */
const Breakpoint = ({ mark, fate }: { mark: string; fate: CacheFate | undefined }) => {
  const cold = fate !== undefined && isMiss(fate);
  return (
    <p className={styles.breakpoint} data-cold={cold} title={fate?.text}>
      <span>
        cache breakpoint · {mark}
        {fate !== undefined && (
          <b>
            {' · '}
            {cold
              ? `${reasonWord(fate)}, ${formatNumber(fate.again)} sent again`
              : `${formatNumber(fate.read)} read, ${formatNumber(fate.write)} written`}
          </b>
        )}
      </span>
    </p>
  );
};
