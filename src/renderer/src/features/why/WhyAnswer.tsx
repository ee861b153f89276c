import type { Why, WhyItem } from '../../../../shared/model/index.ts';
import { usePlayhead } from '../../data/hooks.ts';
import { usePick } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useNarrow } from '../../ui/useMedia.ts';
import { useShowInspector } from '../inspector/useShowInspector.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import type { Answer } from '../residency/rows.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { LostAside } from './LostAside.tsx';
import { Elsewhere, NoMatch } from './NoMatch.tsx';
import { usePin } from './Pin.tsx';
import { markersOf } from './place.ts';
import { stepsHeld } from './rows.ts';
import { useAsked } from './useAsked.ts';
import styles from './Why.module.css';
import { WhyChart } from './WhyChart.tsx';

interface Props {
  tape: string;
  answer: Answer;
}

/** The answer to a question: a sentence, the rows that have the text, and what else was lost at the cut. */
export function WhyAnswer({ tape, answer }: Props) {
  const why = useAsked(tape);
  if (why.isError) return <Failure error={why.error} onRetry={() => void why.refetch()} />;
  if (why.data === undefined) return <SkeletonRows rows={6} height={40} label="Looking for the text, and when it was in context" />;
  return <Told why={why.data} answer={answer} />;
}

/** The one that the sentence is about: of those in context, or else of all, what a person wrote, else what came first. */
const mainOf = (items: readonly WhyItem[]): WhyItem | undefined => {
  const inContext = items.filter(({ now, cleared, tone }) => now && !cleared && tone !== 'summary');
  const among = inContext.length > 0 ? inContext : items;
  return among.find(({ tone }) => tone === 'user') ?? among[0];
};

const Told = ({ why, answer }: { why: Why; answer: Answer }) => {
  const { select, setWhy, setReading, moveTo, moveToNext, entry, reading, drawer, setDrawer } = usePick(
    'select',
    'setWhy',
    'setReading',
    'moveTo',
    'moveToNext',
    'entry',
    'reading',
    'drawer',
    'setDrawer',
  );
  const narrow = useNarrow();
  const folded = narrow && drawer !== 'inspector';
  const showInspector = useShowInspector();
  const pin = usePin();
  const step = usePlayhead();
  const here = why.items.filter(({ tape }) => tape === why.tape).toSorted((a, b) => a.entry - b.entry);
  const at = here.findIndex((item) => item.entry === entry);
  const chosen = here[at] ?? mainOf(here);
  const go = (by: 1 | -1) => {
    const item = here[at < 0 ? (by > 0 ? 0 : here.length - 1) : (at + by + here.length) % here.length];
    if (item) select(item.entry);
  };
  const open = (seq: number) => {
    select(seq);
    setReading(true);
    showInspector();
  };
  /** On a narrow window the ledger and what was lost are a drawer, as the inspector is. */
  const toLosses = () => {
    setReading(false);
    setDrawer(folded || reading ? 'inspector' : null);
  };
  const toMarker = (by: 1 | -1) => {
    const head = step ?? 0;
    const markers = markersOf(here, answer.steps.at(-1) ?? 0);
    const found = by > 0 ? markers.find((one) => one > head) : markers.findLast((one) => one < head || (why.next && one <= head));
    if (found !== undefined) moveTo(found);
    else if (by > 0 && here.some(({ by: left }) => left !== null && left.step === null)) moveToNext();
  };
  useKeys({
    'row.new': () => go(1),
    'match.previous': () => go(-1),
    'row.next': () => go(1),
    'row.previous': () => go(-1),
    'row.open': () => chosen && open(chosen.entry),
    'mark.previous': () => toMarker(-1),
    'mark.next': () => toMarker(1),
    'stay.first': () => chosen?.in[0] && moveTo(chosen.in[0][0]),
    'stay.left': () => chosen?.by?.step != null && moveTo(chosen.by.step),
    'policy.pin': () => chosen && pin(chosen.entry),
    close: () => {
      if (narrow && drawer !== null) setDrawer(null);
      else if (!narrow && reading) setReading(false);
      else setWhy(null);
    },
    ...(!narrow && { inspector: () => (reading || !chosen ? setReading(false) : open(chosen.entry)) }),
  });
  return (
    <>
      <div className={`${styles.answer} row apart rigid scroll-y gap-x-4 gap-y-2 pad-x-4 pad-bottom-3 line-below break-anywhere`}>
        <div className={`${styles.told} shrink-x`} role="status">
          <p className="row middle wrap gap-x-3 large bold">
            {why.answer} {why.items.length > 0 && <EvidenceMark {...why.evidence} />}
          </p>
          {why.details.map((detail, index) => (
            <p key={detail} className={index === 0 ? undefined : 'dim'}>
              {detail}
            </p>
          ))}
          {why.found === 'words' && why.items.length > 0 && <Elsewhere tape={why.tape} text={why.text ?? ''} />}
          {why.more !== 0 && <p className="dim">{formatNumber(why.items.length)} of them are shown.</p>}
          {why.notes.map((note) => (
            <p key={note} className="dim">
              {note}
            </p>
          ))}
        </div>
        <div className="row wrap rigid gap-2">
          {chosen && <Acts item={chosen} onPin={() => pin(chosen.entry)} onOpen={open} />}
          {narrow && chosen && (
            <Button aria-expanded={!folded && !reading} onClick={toLosses}>
              Lost here <Kbd>i</Kbd>
            </Button>
          )}
        </div>
      </div>
      {why.items.length === 0 ? (
        <NoMatch tape={why.tape} text={why.text ?? ''} />
      ) : (
        <div className="row grow relative shrink-y">
          <WhyChart
            why={why}
            answer={answer}
            selected={chosen?.entry ?? null}
            onSelect={(seq) => (seq === entry ? open(seq) : select(seq))}
          />
          {!folded && !reading && (
            <div className={`${styles.aside} shrink-x scroll-y on-panel line-left`}>
              <LedgerTable />
              <LostAside
                tape={why.tape}
                at={here.find(({ by }) => by?.seq != null)?.by?.seq ?? null}
                stepsOf={(seq) => stepsHeld(answer, seq)}
                onEntry={open}
              />
            </div>
          )}
        </div>
      )}
    </>
  );
};

/** What one can do about it: bring the entry back, or read what replaced it. */
const Acts = ({ item, onPin, onOpen }: { item: WhyItem; onPin: () => void; onOpen: (seq: number) => void }) => {
  const { now, cleared, by, carrier } = item;
  const summary = carrier ?? by?.seq ?? null;
  if (now && !cleared) return null;
  return (
    <>
      <Button onClick={onPin}>
        Pin #{formatNumber(item.entry)} in the next request <Kbd>.</Kbd>
      </Button>
      {summary !== null && <Button onClick={() => onOpen(summary)}>Open the {by?.type === 'anchor' ? 'anchor' : 'summary'}</Button>}
    </>
  );
};
