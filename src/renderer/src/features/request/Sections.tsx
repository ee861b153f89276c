import { useState } from 'react';
import { isMiss } from '../../../../shared/model/cache.ts';
import type { CacheFate, TokenCount } from '../../../../shared/model/index.ts';
import type { PartWeights } from '../../../../shared/model/part-weights.ts';
import type { Part, Section } from '../../../../shared/model/sent-parts.ts';
import { formatNumber, formatShort } from '../../ui/format.ts';
import { tokensShort } from '../context/figures.ts';
import { reasonWord } from '../money/fate-text.ts';
import { PartRow } from './PartRow.tsx';
import styles from './Request.module.css';
import { isUnlike, type Signed, type Signs } from './signs.ts';

/** Runs of rows that nobody asked for, as one line each. */

/** A run that is shorter is shown. */
const LEAST = 4;

/** Rows in order, with a list in the place of each run of those that are quiet. */
export function foldedRows<Row>(rows: readonly Row[], isQuiet: (row: Row, at: number) => boolean): (Row | Row[])[] {
  const folded: (Row | Row[])[] = [];
  let run: Row[] = [];
  const end = (): void => {
    if (run.length >= LEAST) folded.push(run);
    else folded.push(...run);
    run = [];
  };
  for (const [at, row] of rows.entries())
    if (isQuiet(row, at)) run.push(row);
    else {
      end();
      folded.push(row);
    }
  end();
  return folded;
}

/** What the cache did with a part: read it, had it sent again, or had not seen it yet. */
type PartFate = 'read' | 'again' | 'new';

/** The fate of each part by where its middle is in what was sent, since a cache is read from the beginning on; none where it is not known. */
export function partFates(weights: readonly number[], fate: Pick<CacheFate, 'read' | 'again'> | undefined): PartFate[] {
  if (fate === undefined || fate.read + fate.again === 0) return [];
  let before = 0;
  return weights.map((tokens) => {
    const middle = before + tokens / 2;
    before += tokens;
    return middle < fate.read ? 'read' : middle < fate.read + fate.again ? 'again' : 'new';
  });
}

const NAMES: Readonly<Record<Section, string>> = { parameters: 'Parameters', tools: 'Tools', system: 'System', messages: 'Messages' };

/** Rows at either end of a long section; those between are one line until somebody asks for them. Of those that are verified the newest are enough. */
const ENDS = { first: 4, last: 16, newest: 3 } as const;

interface Props {
  parts: readonly Part[];
  /** Null until they are known. */
  weights: PartWeights | null;
  recorded: boolean;
  fate: CacheFate | undefined;
  signs: Signs;
}

/** A request section by section, in the order in which it was sent, with a line where its cache is marked. */
export function Sections({ parts, weights, recorded, fate, signs }: Props) {
  const last = parts.findLastIndex(({ mark }) => mark !== null);
  const of = weights?.of ?? [];
  const fates = partFates(
    of.map(({ value }) => value),
    recorded ? fate : undefined,
  );
  const rows = parts.map((part, at): Row => ({ part, at, tokens: of[at] ?? NOTHING, signed: signs.of.get(at), cache: fates[at] }));
  return (Object.keys(NAMES) as Section[]).map((section) => {
    const own = rows.filter(({ part }) => part.section === section);
    if (own.length === 0 && recorded) return null;
    const tokens = sumOf(own);
    const listed = section === 'tools' ? own.toSorted((a, b) => b.tokens.value - a.tokens.value) : own;
    return (
      <section
        key={section}
        className={`${styles.section} grid line-below name-column pad-y-2 pad-left-4`}
        aria-label={NAMES[section]}
        data-absent={own.length === 0}
      >
        <h3 className="small bold">
          {NAMES[section]}
          {own.length > 0 && (
            <small className="block regular dim">
              {formatNumber(own.length)}
              {tokens.value > 0 && ` · ${tokens.basis === 'estimated' ? '~' : ''}${formatShort(tokens.value)}`}
            </small>
          )}
        </h3>
        {own.length === 0 ? (
          <p className={`${styles.absent} small dim on-bg pad-y-tight pad-x-2`}>Not in the log: only the request has it.</p>
        ) : (
          <Rows rows={listed} last={last} fate={fate} fold={section !== 'parameters'} />
        )}
      </section>
    );
  });
}

const NOTHING: TokenCount = { value: 0, basis: 'estimated' };

const sumOf = (rows: readonly Pick<Row, 'tokens'>[]): TokenCount => ({
  value: rows.reduce((sum, { tokens }) => sum + tokens.value, 0),
  basis: rows.every(({ tokens }) => tokens.basis === 'counted') ? 'counted' : 'estimated',
});

interface Row {
  part: Part;
  at: number;
  tokens: TokenCount;
  signed: Signed | undefined;
  cache: PartFate | undefined;
}

/** Whether a row says nothing that somebody looks for: it is as the view has it, or in the middle of many that were compared with nothing. */
const isQuiet = ({ signed, part }: Row, at: number, all: number): boolean =>
  signed?.sign === '=' ? part.mark === null && at < all - ENDS.newest : !isUnlike(signed) && at >= ENDS.first && at < all - ENDS.last;

const Rows = ({ rows, last, fate, fold }: { rows: readonly Row[]; last: number; fate: CacheFate | undefined; fold: boolean }) => {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const folded = fold ? foldedRows(rows, (row, at) => isQuiet(row, at, rows.length)) : rows;
  const drawn = folded.flatMap((one) => (Array.isArray(one) && open.has(one[0]?.at ?? -1) ? one : [one]));
  return (
    <ol className={styles.rows}>
      {drawn.map((row) =>
        Array.isArray(row) ? (
          <Fold key={`fold ${row[0]?.at}`} rows={row} onOpen={() => setOpen(new Set([...open, row[0]?.at ?? -1]))} />
        ) : (
          <li key={row.at} data-cache={row.cache}>
            <PartRow part={row.part} tokens={row.tokens} signed={row.signed} />
            {row.part.mark !== null && <Breakpoint mark={row.part.mark} fate={row.at === last ? fate : undefined} />}
          </li>
        ),
      )}
    </ol>
  );
};

/** A run of rows on one line, with what all of them weigh. */
const Fold = ({ rows, onOpen }: { rows: readonly Row[]; onOpen: () => void }) => {
  const verified = rows.every(({ signed }) => signed?.sign === '=');
  const tokens = sumOf(rows);
  return (
    <li data-cache={rows[0]?.cache}>
      <button
        type="button"
        className={`${styles.row} hover-shade grid middle full-width gap-3 small dim text-left high-24 pad-y-tight pad-right-4`}
        data-row=""
        onClick={onOpen}
      >
        <span className={`${styles.sign} bold dim text-center`}>{verified && '='}</span>
        <span className={styles.folded}>
          {formatNumber(rows.length)} {verified ? 'parts, all verified' : 'more parts'} <u>show</u>
        </span>
        <span className="text-right">{tokens.value > 0 ? tokensShort(tokens) : ''}</span>
      </button>
    </li>
  );
};

/** Where the provider was asked to keep everything above; the last one says what became of that. */
const Breakpoint = ({ mark, fate }: { mark: string; fate: CacheFate | undefined }) => {
  const cold = fate !== undefined && isMiss(fate);
  return (
    <p className={`${styles.breakpoint} row middle gap-2 tiny dim`} data-cold={cold} title={fate?.text}>
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
