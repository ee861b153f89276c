import type { Departure, Likeness, Phase } from '../../../../shared/model/index.ts';
import { useDeparture } from '../../data/handoffHooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber, formatShort } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { LostHere } from '../why/LostHere.tsx';
import shared from './Handoffs.module.css';
import styles from './Left.module.css';
import { Source } from './Source.tsx';

interface Props {
  phase: Phase;
  onEntry: (tape: string, seq: number) => void;
}

/** What left the context where this phase began, what came back, and what the summary kept of it. */
export function Left({ phase, onEntry }: Props) {
  const answer = useDeparture({ tape: phase.tape, seq: phase.seq });
  if (answer.isError) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined) return <SkeletonRows rows={6} height={40} label="Comparing the contexts before and after" />;
  const departure = answer.data;
  if (departure.before === null)
    return (
      <p className={`${shared.empty} pad-y-4 dim measure`}>There is no request before this phase, so nothing could leave a context.</p>
    );
  return (
    <div className={`${styles.left} grow shrink-y scroll-y pad-bottom-4 pad-right-4`}>
      <LostHere departure={departure} onEntry={(seq) => onEntry(phase.tape, seq)} />
      <Sums departure={departure} />
      <Back departure={departure} onEntry={onEntry} />
      <Kept departure={departure} onEntry={onEntry} />
      {departure.notes.map((note) => (
        <p key={note} className={`${shared.dim} small dim`}>
          {note}
        </p>
      ))}
    </div>
  );
}

const Sums = ({ departure: { before, after, next, left, kept } }: { departure: Departure }) => {
  const { moveTo, moveToNext } = usePick('moveTo', 'moveToNext');
  return (
    <>
      <h3>By kind</h3>
      <p className={`${shared.verdict} rigid small dim pad-top-1 pad-bottom-2 pad-right-4`}>
        <strong className="ink">{formatNumber(left.count)}</strong> {left.count === 1 ? 'entry' : 'entries'} left, ~
        {formatShort(left.tokens)} tokens by estimate; {formatNumber(kept.count)} stayed, ~{formatShort(kept.tokens)}.{' '}
        {before !== null && (
          <button type="button" className={`${shared.link} margin-right-2 nowrap link`} onClick={() => moveTo(before)}>
            step {before}, before
          </button>
        )}{' '}
        {after !== null && (
          <button type="button" className={`${shared.link} margin-right-2 nowrap link`} onClick={() => moveTo(after)}>
            step {after}, after
          </button>
        )}
        {next && (
          <button type="button" className={`${shared.link} margin-right-2 nowrap link`} onClick={moveToNext}>
            the next request, after
          </button>
        )}
      </p>
      <table className={`${styles.tally} small`}>
        <Heads columns={['kind', 'left', 'tokens', 'stayed']} className="regular text-left tiny dim" />
        <tbody>
          {kindsOf(left.byKind, kept.byKind).map((kind) => (
            <tr key={kind}>
              <th className="regular text-left" scope="row" style={{ color: kindColour(kind) }}>
                {kindWord(kind)}
              </th>
              <td className="text-right">{formatNumber(left.byKind[kind]?.count ?? 0)}</td>
              <td className="text-right">~{formatShort(left.byKind[kind]?.tokens ?? 0)}</td>
              <td className="text-right">{formatNumber(kept.byKind[kind]?.count ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

const kindsOf = (left: Departure['left']['byKind'], kept: Departure['left']['byKind']): string[] =>
  [...new Set([...Object.keys(left), ...Object.keys(kept)])].sort((a, b) => (left[b]?.tokens ?? 0) - (left[a]?.tokens ?? 0));

const how: Record<Departure['back'][number]['how'], string> = {
  'in-context': 'in context again at',
  'read-again': 'read again by',
  repeated: 'repeated by',
};

/** What was needed again: the entries that came back, and by what. */
const Back = ({ departure: { back, moreBack }, onEntry }: { departure: Departure; onEntry: Props['onEntry'] }) => {
  const tape = useStore((state) => state.tape) ?? '';
  return (
    <>
      <h3>Returned later</h3>
      {back.length === 0 && <p className={`${shared.dim} small dim`}>None of it was read or repeated.</p>}
      <ul className="small">
        {back.map((one) => (
          <li className="row gap-1 nowrap" key={`${one.seq} ${one.by} ${one.how}`}>
            <button type="button" className={`${shared.link} margin-right-2 nowrap link`} onClick={() => onEntry(tape, one.seq)}>
              #{one.seq}
            </button>{' '}
            <span className="shrink-x dim cut code">{one.what}</span> {how[one.how]}{' '}
            <button type="button" className={`${shared.link} margin-right-2 nowrap link`} onClick={() => onEntry(tape, one.by)}>
              #{one.by}
            </button>
          </li>
        ))}
      </ul>
      {moreBack > 0 && <p className={`${shared.dim} small dim`}>and {formatNumber(moreBack)} more</p>}
    </>
  );
};

const Kept = ({ departure: { summary }, onEntry }: { departure: Departure; onEntry: Props['onEntry'] }) => {
  if (summary === null) return null;
  const { worded, cites, alike } = summary;
  return (
    <>
      <h3>What the summary kept of it</h3>
      <p className={`${shared.dim} small dim`}>
        {cites.length === 0 ? 'It cites no entry. ' : `It cites ${count(cites.length, 'entry', 'entries')}. `}
        Its wording is similar to {formatNumber(worded.like)} of the {count(worded.of, 'entry', 'entries')} with text that left (a lexical
        measure).
      </p>
      {alike.slice(0, 12).map((one: Likeness) => (
        <Source key={one.seq} tape={one.tape} seq={one.seq} words={one.words} onEntry={onEntry} />
      ))}
    </>
  );
};
