import type { EntryDetail } from '../../../../shared/model/index.ts';
import { useEntry, usePlayhead, useTape } from '../../data/hooks.ts';
import { useReads } from '../../data/readHooks.ts';
import { useWhy } from '../../data/residencyHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Copy } from '../../ui/Copy.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatClock, formatDigest, formatMoment, formatNumber } from '../../ui/format.ts';
import { entryTone, kindColour, kindWord } from '../../ui/kinds.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { seen } from '../../ui/steering.tsx';
import { NotesHere } from '../annotations/NotesHere.tsx';
import { openFiles } from '../files/place.ts';
import { readTone, readWords } from '../files/reads.ts';
import { RefsHere } from '../graph/RefsHere.tsx';
import { useMarked } from '../native/state.ts';
import { useNative } from '../native/useNative.ts';
import { ActionWord } from '../native/WriteBar.tsx';
import { InContext } from '../residency/InContext.tsx';
import { byteRange } from './bytes.ts';
import { Fact, Facts } from './Facts.tsx';
import { ForkPoint } from './ForkPoint.tsx';
import styles from './Inspector.module.css';
import { Links, StepLink } from './Links.tsx';
import { costWords, flagNotes } from './labels.ts';
import { PartView } from './PartView.tsx';
import { RawRecord } from './RawRecord.tsx';
import { RequestPart } from './RequestPart.tsx';
import { Trail } from './Trail.tsx';

/** Where an entry read a context file: which build that was, whether it was stale at that moment, and the way to it. */
function ReadHere({ tape, seq, answers }: { tape: string; seq: number; answers: number | null }) {
  const reads = useReads(tape).filter((read) => read.seq === seq || read.seq === answers);
  return reads.map((read) => {
    const { file, root, path, tier } = read;
    return (
      <Fact key={`${file} ${path}`} name="context file">
        <span className={`${styles.read} grid break-anywhere`}>
          {root !== null && path !== null ? (
            <Button look="quiet" onClick={() => openFiles(root, { folder: path, look: 'builds', ...(tier !== null && { tier }) })}>
              {path} {tier}
            </Button>
          ) : (
            <code>{file}</code>
          )}
          <span data-tone={readTone(read)}>{readWords(read)}</span>
        </span>
      </Fact>
    );
  });
}

/** Longer tapes take seconds, which nobody has asked for who only looks at an entry. */
const SMALL = 100_000;
const SMALL_RECALLED = 2000;

/** A fact of the inspector: why the entry is or is not in the context at the playhead, and what a summary made of it. */
function WhyHere({ tape, seq }: { tape: string; seq: number }) {
  const policy = useStore((state) => state.policy);
  const next = useStore((state) => state.next);
  const step = usePlayhead();
  const head = useTape(tape).data?.tape;
  const most = policy.includes('memory:') ? SMALL_RECALLED : SMALL;
  const rests = head !== undefined && !head.live && head.entries <= most && (next || step !== null);
  const item = useWhy(tape, rests ? { seq } : null, next ? { next: true } : step === null ? null : { step }, policy).data?.items[0];
  if (!item) return null;
  return (
    <Fact name="why">
      {item.words}
      {item.carried !== null && item.fate !== 'verbatim' && <q>{item.carried}</q>}
    </Fact>
  );
}

/** What can be written about the selected entry. */
function EntryActions({ seq }: { seq: number }) {
  const { tape, offers } = useNative();
  const marked = useMarked(tape?.id ?? null).includes(seq);
  if (tape === null) return null;
  if (tape.native === null)
    return (
      <p className="row wrap gap-x-3 gap-y-1 pad-bottom-3">
        <ActionWord id="native.continue" word="continue in a new tape" offers={offers} />
      </p>
    );
  return (
    <p className="row wrap gap-x-3 gap-y-1 pad-bottom-3">
      <ActionWord id="native.correct" word="correct" offers={offers} />
      <ActionWord id="native.mark" word={marked ? 'marked as a source' : 'mark as a source'} offers={offers} />
      {tape.native.fork === null && <ActionWord id="native.fork" word="fork here" offers={offers} />}
    </p>
  );
}

const Head = ({ tape, detail }: { tape: string; detail: EntryDetail }) => {
  const { row } = detail;
  const notes = flagNotes(row.flags);
  return (
    <>
      <h2 className={`${styles.title} large`}>{seen(detail.title)}</h2>
      <p className="small dim break-anywhere high-18 margin-top-tight margin-bottom-3" title={formatMoment(row.time)}>
        entry {row.seq} · line {formatNumber(row.line)} · {formatClock(row.time)}
      </p>
      {detail.altered && (
        <p className="small error margin-bottom-2" role="alert">
          Altered after it was written: the line does not match its digest.
        </p>
      )}
      <Facts>
        <Fact name="kind">
          <span className="swatch semibold" style={{ color: kindColour(entryTone(row), row.role) }}>
            {kindWord(entryTone(row), row.role)}
          </span>
          {row.label && row.label !== detail.title && <span className="dim"> {row.label}</span>}
        </Fact>
        <Fact name="step">{row.step !== null && <StepLink step={row.step} />}</Fact>
        <Fact name="details">{notes.join(' · ')}</Fact>
        <InContext tape={tape} seq={row.seq} step={row.step} />
        <WhyHere tape={tape} seq={row.seq} />
      </Facts>
    </>
  );
};

/** What it hangs on, and what is known of it elsewhere. */
const Around = ({ tape, detail }: { tape: string; detail: EntryDetail }) => {
  const { row } = detail;
  return (
    <section aria-label="Where it belongs">
      <Facts>
        <Fact name="cost">{detail.cost !== undefined && costWords(detail.cost)}</Fact>
        <Links tape={tape} links={detail.links} />
        {row.danglingParent !== null && (
          <Fact name="parent">
            <code>{row.danglingParent}</code> is not in the file
          </Fact>
        )}
        <ForkPoint tape={tape} seq={row.seq} />
        <RefsHere key={row.seq} tape={tape} seq={row.seq} />
        <NotesHere tape={tape} seq={row.seq} />
        <ReadHere tape={tape} seq={row.seq} answers={detail.links.find(({ relation }) => relation === 'call')?.seq ?? null} />
      </Facts>
    </section>
  );
};

/** Where its bytes are. */
const Foot = ({ tape, detail }: { tape: string; detail: EntryDetail }) => {
  const native = useTape(tape).data?.tape.native != null;
  const { row } = detail;
  return (
    <details className="small">
      <summary className="pad-y-1 dim cursor-default">Source: file, bytes, digest, id</summary>
      <Facts>
        <Fact name="source bytes">{byteRange(row, native)}</Fact>
        <Fact name="text">{formatNumber(row.chars)} characters</Fact>
        <Fact name="digest">
          <code title={detail.digest}>{formatDigest(detail.digest)}</code> <Copy text={detail.digest} />
        </Fact>
        <Fact name="id">
          {row.id !== null && (
            <>
              <code className={`${styles.wrap} break-anywhere`}>{row.id}</code> <Copy text={row.id} />
            </>
          )}
        </Fact>
        <Fact name="file">
          <code className={`${styles.wrap} break-anywhere`}>{detail.file}</code> <Copy text={detail.file} />
        </Fact>
      </Facts>
    </details>
  );
};

/** One entry: whether it is in context, what it says, rendered or as its raw record, what it hangs on, and where its bytes are. */
export function EntryInspector({ tape, seq, part }: { tape: string; seq: number; part: number | null }) {
  const raw = useStore((state) => state.raw);
  const setRaw = useStore((state) => state.setRaw);
  const select = useStore((state) => state.select);
  const project = useTape(tape).data?.tape.project ?? '';
  const answer = useEntry(tape, seq);
  if (answer.isError) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined) return <SkeletonRows rows={8} height={44} label="Reading the entry" />;
  const detail = answer.data;
  const meant = part !== null && detail.row.seq === seq ? detail.parts.filter((one) => one.block === part) : [];
  const parts = (meant.length > 0 ? meant : detail.parts).map((one, index) => ({ key: `${seq} ${part} ${index}`, part: one }));
  return (
    <div className="full-height scroll-y pad-top-3 pad-bottom-5 pad-x-4" aria-busy={answer.isPlaceholderData}>
      {part !== null && meant[0] ? (
        <RequestPart tape={tape} detail={detail} at={part} part={meant[0]} />
      ) : (
        <>
          <Head tape={tape} detail={detail} />
          <EntryActions seq={detail.row.seq} />
        </>
      )}
      <fieldset className={`row gap-4 line-below small margin-bottom-2`} aria-label="Form of the entry">
        <button type="button" className="choice pad-bottom-1" aria-pressed={!raw} onClick={() => setRaw(false)}>
          Rendered
        </button>
        <button type="button" className="choice pad-bottom-1" aria-pressed={raw} onClick={() => setRaw(true)}>
          Raw
        </button>
        <Trail />
      </fieldset>
      {raw ? (
        <RawRecord key={detail.row.seq} detail={detail} />
      ) : (
        parts.map(({ key, part }) => (
          <PartView key={key} part={part} alone={parts.length === 1 && meant.length === 0} of={{ tape, seq: detail.row.seq, project }} />
        ))
      )}
      {!raw && meant.length > 0 && (
        <button type="button" className="small dim link margin-y-2" onClick={() => select(seq)}>
          Show the whole record
        </button>
      )}
      {!raw && detail.parts.length === 0 && <p className="dim">This record has no readable text. Raw shows all of it.</p>}
      {meant.length === 0 && <Around tape={tape} detail={detail} />}
      <Foot tape={tape} detail={detail} />
    </div>
  );
}
