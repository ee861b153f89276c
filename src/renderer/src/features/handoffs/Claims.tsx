import { useState } from 'react';
import type { Claim, Fidelity, Phase, StateRef } from '../../../../shared/model/index.ts';
import { useFidelity } from '../../data/handoffHooks.ts';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { kindWord } from '../../ui/kinds.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Claims.module.css';
import shared from './Handoffs.module.css';
import { eachOnce, firstClaim, plainWords } from './labels.ts';
import { RefLink } from './RefLink.tsx';
import { Source } from './Source.tsx';

interface Props {
  phase: Phase;
  onEntry: (tape: string, seq: number) => void;
}

/** What the state says, sentence by sentence, next to what it rests on. Nobody judges it but the reader. */
export function Claims({ phase, onEntry }: Props) {
  const answer = useFidelity({ tape: phase.tape, seq: phase.seq });
  if (answer.isError) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined) return <SkeletonRows rows={6} height={40} label="Comparing claims with their sources" />;
  return <ClaimList fidelity={answer.data} onEntry={onEntry} />;
}

const ClaimList = ({ fidelity, onEntry }: { fidelity: Fidelity; onEntry: Props['onEntry'] }) => {
  const { claims, moreClaims, cited, notes } = fidelity;
  const [hot, setHot] = useState(() => firstClaim(claims));
  const citing = claims.some(({ cites }) => cites.length > 0);
  return (
    <div className="grow shrink-y scroll-y pad-bottom-4 pad-right-4">
      <Verdict fidelity={fidelity} onEntry={onEntry} />
      {claims.length > 0 && (
        <ol className={styles.claims} aria-label="Claims">
          {claims.map((one, at) => (
            <li key={`claim ${String(at)}`} className="margin-bottom-3">
              <div>
                <button
                  type="button"
                  className={`${styles.claim} block full-width pad-left-3`}
                  aria-pressed={at === hot}
                  onClick={() => setHot(at)}
                >
                  {plainWords(one.text)}
                </button>
                <Cites claim={one} others={citing} onEntry={onEntry} />
              </div>
              {at === hot && <Sources fidelity={fidelity} claim={one} onEntry={onEntry} />}
            </li>
          ))}
        </ol>
      )}
      {moreClaims > 0 && <p className={`${shared.dim} small dim`}>and {count(moreClaims, 'claim')} more</p>}
      {claims.length === 0 && cited.length > 0 && <Sources fidelity={fidelity} claim={undefined} onEntry={onEntry} />}
      {claims.length + cited.length > 0 && (
        <ul className="rigid tiny dim margin-top-3" aria-label="How it was measured">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** The facts in words: does it cite, is it complete, did it arrive. */
const Verdict = ({ fidelity, onEntry }: { fidelity: Fidelity; onEntry: Props['onEntry'] }) => {
  const { claims, moreClaims, uncited, citable, about, reached } = fidelity;
  const [shown, setShown] = useState(false);
  return (
    <>
      <p className={`${shared.verdict} rigid small dim pad-top-1 pad-bottom-2 pad-right-4`}>
        <span data-warn={reached.status === 'no'}>{reached.words}</span> {citingWords(claims, moreClaims)}{' '}
        {about !== null && citable > 0 && uncited.count === 0 && `Every entry of ${about.name} is cited.`}
        {about !== null && uncited.count > 0 && (
          <button
            type="button"
            className={`${shared.link} margin-right-2 nowrap link`}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            {count(uncited.count, 'entry', 'entries')} of {about.name} {uncited.count === 1 ? 'is' : 'are'} cited by none
          </button>
        )}
      </p>
      {shown && about !== null && <Uncited uncited={uncited} tape={about.tape} onEntry={onEntry} />}
    </>
  );
};

/** Runs of entries that are shown of those that nothing cites. */
const MOST_RUNS = 200;

/** Which entries of the phase no text and no list cites, by kind and one by one. */
const Uncited = ({
  uncited: { byKind, ranges },
  tape,
  onEntry,
}: {
  uncited: Fidelity['uncited'];
  tape: string;
  onEntry: Props['onEntry'];
}) => (
  <section className={`${styles.uncited} pad-x-3 pad-y-2 tiny leading-20 dim margin-bottom-3`} aria-label="Entries cited by none">
    <p>
      {Object.entries(byKind)
        .map(([kind, many]) => count(many, kindWord(kind)))
        .join(', ')}
    </p>
    {ranges.slice(0, MOST_RUNS).map(([from, to]) => (
      <button key={from} type="button" className={`${shared.alike} margin-right-2 nowrap link`} onClick={() => onEntry(tape, from)}>
        #{from}
        {to > from && `–${to}`}
      </button>
    ))}
    {ranges.length > MOST_RUNS && `and ${formatNumber(ranges.length - MOST_RUNS)} more runs`}
  </section>
);

const citingWords = (claims: Fidelity['claims'], moreClaims: number): string => {
  const citing = claims.filter(({ cites }) => cites.length > 0).length;
  const total = claims.length + moreClaims;
  if (total === 0) return 'It makes no claims in words.';
  if (citing > 0) return `${formatNumber(citing)} of ${count(total, 'claim')} ${citing === 1 ? 'cites' : 'cite'} a source.`;
  return total === 1 ? 'Its claim cites no source.' : `None of its ${count(total, 'claim')} cites a source.`;
};

/** Where no claim cites anything, that is said once above, and no claim stands out for it. */
const Cites = ({ claim: { cites, alike }, others, onEntry }: { claim: Claim; others: boolean; onEntry: Props['onEntry'] }) => (
  <small className={`${shared.cites} block tiny leading-20 dim pad-left-4`}>
    {cites.length === 0 ? <span data-warn={others}>cites nothing</span> : 'cites '}
    {eachOnce(cites).map((ref) => (
      <RefLink key={`${ref.text} ${ref.tape} ${ref.seq}`} refTo={ref} onEntry={onEntry} />
    ))}
    {alike.length > 0 && (
      <>
        {' · similar wording: '}
        {alike.map(({ tape, seq, score }) => (
          <button
            key={`${tape} ${seq}`}
            type="button"
            className={`${shared.alike} margin-right-2 nowrap link`}
            title="A lexical measure: shared rare words"
            onClick={() => onEntry(tape, seq)}
          >
            #{seq} {Math.round(score * 100)} %
          </button>
        ))}
      </>
    )}
  </small>
);

/** The entries that the chosen claim names or is worded like; without either, those that the state cites as a whole. */
const Sources = ({ fidelity, claim, onEntry }: { fidelity: Fidelity; claim: Claim | undefined; onEntry: Props['onEntry'] }) => {
  const named = claim?.cites ?? [];
  const alike = claim?.alike ?? [];
  const own = places(named);
  const like = alike.filter(({ tape, seq }) => !own.some((one) => one.tape === tape && one.seq === seq));
  const whole = own.length + like.length === 0 ? places(fidelity.cited) : [];
  const words = [...new Set(alike.flatMap((one) => one.words))];
  return (
    <section className={`${shared.sources} pad-top-2 pad-left-4`} aria-label="Sources">
      <p className={`${shared.dim} small dim`}>{sourceWords(own.length, like.length, whole.length)}</p>
      {[...own, ...like, ...whole].map(({ tape, seq }) => (
        <Source key={`${tape} ${seq}`} tape={tape} seq={seq} words={words} onEntry={onEntry} />
      ))}
    </section>
  );
};

const places = (refs: readonly StateRef[]): { tape: string; seq: number }[] => {
  const found = new Map<string, { tape: string; seq: number }>();
  for (const { tape, seq } of refs) if (tape !== null && seq !== null) found.set(`${tape} ${seq}`, { tape, seq });
  return [...found.values()].slice(0, 50);
};

const sourceWords = (own: number, like: number, whole: number): string => {
  if (own + like === 0) return whole === 0 ? 'no source to compare with' : 'cited by the state as a whole';
  const parts = [
    ...(own > 0 ? [`${count(own, 'entry', 'entries')} cited`] : []),
    ...(like > 0 ? [`${formatNumber(like)} with similar wording`] : []),
  ];
  return `${parts.join(', ')}; raw, from the file`;
};
