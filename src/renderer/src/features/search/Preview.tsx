import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { titleOf } from '../../../../shared/library/names.ts';
import { Flag, has, type TapeRow } from '../../../../shared/model/index.ts';
import { useClient } from '../../data/client.tsx';
import { keys } from '../../data/keys.ts';
import { useStays } from '../../data/residencyHooks.ts';
import { type SearchHitOf, useHitText } from '../../data/searchHooks.ts';
import type { SearchPlace } from '../../state/hash.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatClock, formatNumber } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import { Scroller } from '../../ui/Scroller.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { runCommand } from '../keyboard/useKeys.ts';
import { Line } from './HitItem.tsx';
import styles from './SearchPage.module.css';
import { endOf, reachedSentence } from './says.ts';

/** Lines around a hit that are shown of its entry. */
const AROUND = 40;
/** Entries around a hit that are looked at, and those that are shown before it. */
const BEFORE = 6;
const SHOWN = 3;
const CHARS = 280;

/** The entries around a hit that are part of the conversation. */
const useNeighbours = (tape: string, seq: number) => {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.previews(tape, [seq], CHARS), 'around'],
    queryFn: async ({ signal }) => {
      const from = Math.max(1, seq - BEFORE);
      const { items } = await client.call('entries.list', { tape, from, limit: 2 * BEFORE + 1 }, signal);
      const spoken = items.filter(({ kind, flags }) => /^(message|tool_call|tool_result|error)$/.test(kind) && !has(flags, Flag.Sidecar));
      const before = spoken.filter((row) => row.seq < seq).slice(-SHOWN);
      const after = spoken.filter((row) => row.seq > seq).slice(0, 1);
      const rows = [...before, ...after];
      const previews = await client.call('entries.previews', { tape, seqs: rows.map((row) => row.seq), chars: CHARS }, signal);
      const textOf = new Map(previews.items.map((one) => [one.seq, one.text]));
      const said = (some: typeof rows) => some.map(({ seq: one, kind, role }) => ({ seq: one, kind, role, text: textOf.get(one) ?? '' }));
      return { before: said(before), after: said(after) };
    },
  });
};

type Said = { seq: number; kind: string; role: string | null; text: string };

const Neighbour = ({ seq, kind, role, text }: Said) => (
  <div className={`${styles.neighbour} grid gap-3 pad-y-2 line-below`} key={seq}>
    <span className="swatch small semibold leading-18 nowrap" style={{ color: kindColour(kind, role) }}>
      {kindWord(kind, role)}
    </span>
    <p>{text}</p>
  </div>
);

/** When the entry was in context, over the steps of its session. */
const Stays = ({ hit, tape }: { hit: SearchHitOf; tape: TapeRow }) => {
  const found = useStays(hit.tape, hit.seq, 'as-recorded', null, tape.steps > 0).data;
  if (found === undefined || tape.steps === 0) return null;
  const share = (step: number): number => (100 * step) / tape.steps;
  return (
    <>
      <svg className={`${styles.stays} full-width margin-top-2`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.all} width="100" height="6" />
        {found.stays.map(({ from, to }) => (
          <rect
            key={from}
            x={share(from - 1)}
            width={Math.max(0.4, share(to - from + 1))}
            height="6"
            style={{ fill: kindColour(hit.what, hit.role) }}
          />
        ))}
        {hit.step !== null && <rect className={styles.here} x={share(hit.step - 0.5)} width="0.5" height="6" />}
      </svg>
      <p className="tiny">{reachedSentence(found)}</p>
    </>
  );
};

const titleWords = (hit: SearchHitOf): string => {
  const what = hit.what === 'result' || (hit.what === 'error' && hit.tool !== null) ? 'Result of' : hit.what === 'call' ? 'Call of' : '';
  const about = [hit.tool, hit.file === null ? null : endOf(hit.file, 3)].filter(Boolean).join(' ');
  return what !== '' && about !== '' ? `${what} ${about}` : `${hit.what.charAt(0).toUpperCase()}${hit.what.slice(1)}`;
};

interface Props {
  place: SearchPlace;
  hit: SearchHitOf;
  tape: TapeRow | undefined;
  /** Which of its matches is meant, from 0. */
  match: number;
  /** "2 of 86". */
  where: string;
  onOpen: () => void;
}

/** The hit in its step: what came before it, its text with all matches, what came after, and when it was in context. */
export function Preview({ place, hit, tape, match, where, onOpen }: Props) {
  const whole = useHitText(place, hit, AROUND).data;
  const shown = whole ?? hit;
  const near = useNeighbours(hit.tape, hit.seq).data;
  const own = shown.lines.filter(({ matches }) => matches.length > 0);
  const meant = own[own.length === 0 ? 0 : match % own.length]?.line ?? 0;
  const box = useRef<HTMLElement>(null);
  const at = `${hit.tape} ${hit.seq} ${meant} ${whole === undefined}`;
  useEffect(() => {
    if (at !== '') box.current?.querySelector('[data-meant="true"]')?.scrollIntoView({ block: 'center' });
  }, [at]);
  return (
    <section className={`${styles.preview} stack shrink-x shrink-y on-panel line-left`} aria-label="Preview">
      <header className="rigid line-below small dim pad-y-3 pad-x-4">
        <h2 className="cut large bold ink">{titleWords(hit)}</h2>
        <p className="cut">
          {[
            tape ? titleOf(tape) : '',
            hit.step === null ? '' : `step ${formatNumber(hit.step)}${tape ? ` of ${formatNumber(tape.steps)}` : ''}`,
            `entry #${formatNumber(hit.seq)}`,
            hit.time === null ? '' : formatClock(hit.time),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {tape && <Stays hit={hit} tape={tape} />}
      </header>
      <Scroller ref={box} className="grow shrink-y scroll-y pad-x-4" aria-label="The hit in its step">
        {near === undefined && <SkeletonRows rows={2} height={40} label="Reading what came before" />}
        {near?.before.map((one) => (
          <Neighbour key={one.seq} {...one} />
        ))}
        <div className={`${styles.neighbour} grid gap-3 pad-y-2 line-below`}>
          <span className="swatch small semibold leading-18 nowrap" style={{ color: kindColour(hit.what, hit.role) }}>
            {hit.what}
          </span>
          <p className={`${styles.facts} small dim`}>
            {count(shown.of, 'line')} · {count(shown.found, 'match', 'matches')} in this entry
          </p>
        </div>
        <div className={`${styles.lines} shrink-x pad-bottom-2 line-below code`}>
          {shown.lines.map((line) => (
            <div key={line.line} className="grid gap-2" data-meant={line.line === meant}>
              <span className="faint text-right">{line.line}</span>
              <Line line={line} own={true} />
            </div>
          ))}
        </div>
        {near?.after.map((one) => (
          <Neighbour key={one.seq} {...one} />
        ))}
      </Scroller>
      <footer className="rigid row middle gap-2 line-above small dim pad-y-2 pad-x-4">
        <Button look="strong" onClick={onOpen}>
          {hit.step === null ? `Open entry ${formatNumber(hit.seq)}` : `Open step ${formatNumber(hit.step)}`} ↵
        </Button>
        <Button onClick={() => runCommand('place.copy')}>Copy link</Button>
        <span>
          {where} <Kbd>j</Kbd> <Kbd>k</Kbd>
        </span>
      </footer>
    </section>
  );
}
