import type { ResidencyBy } from '../../../../shared/model/index.ts';
import { useEntry } from '../../data/hooks.ts';
import { type AskedContext, useSourceBlocks, useSourceFacts } from '../../data/provenanceHooks.ts';
import { NOWHERE, toHash } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatNumber, formatShare } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { isWordless } from '../conversation/folding.ts';
import { runCommand } from '../keyboard/useKeys.ts';
import { absentWords } from './answer.ts';
import styles from './Inspector.module.css';
import { useSelection } from './selection.ts';
import { chooseBlock, useAsked, useLitGraph } from './useGraph.ts';
import { useTryWithout } from './useTryWithout.ts';

/** Lines and characters of its text that are shown; the entry has the rest. */
const LINES = 14;
const CHARS = 900;
/** Blocks of a source that are listed. */
const LISTED = 40;

/** What is known of the lit source: its text first, then its path, then facts. */
export function SourceInspector() {
  const asked = useAsked();
  return asked === null ? null : <SourceOf asked={asked} />;
}

const SourceOf = ({ asked }: { asked: AskedContext }) => {
  const { graph, lit, open } = useLitGraph(asked);
  const at = useSelection((state) => state.block);
  const blocks = useSourceBlocks(asked, open, lit).data;
  const items = blocks?.items ?? [];
  const block = items.find((one) => one.at === at) ?? items[0];
  const tryWithout = useTryWithout(asked, at === null ? items : block ? [block] : []);
  const source = graph?.sources.find(({ id }) => id === lit);
  if (graph === undefined || source === undefined)
    return <SkeletonRows rows={6} height={28} label="Finding where this context came from" />;
  const own = at !== null && block ? block : null;
  const tokens = own?.tokens ?? source.tokens;
  const entry = (blocks === undefined ? source.entry : block?.entry) ?? null;
  const absent = absentWords(source);
  return (
    <div className="full-height scroll-y pad-x-4 pad-top-3 pad-bottom-5">
      <h2 className={`${styles.title} large bold break-anywhere`} data-code={source.code}>
        {source.name}
      </h2>
      <p className="small dim margin-top-tight margin-bottom-3">
        <b className="ink">{formatNumber(tokens)}</b> tokens · {formatShare(tokens, graph.total)} of the context
        {own && ` · block ${formatNumber(own.at)} of ${formatNumber(graph.counts.blocks)}`}
      </p>
      {entry !== null && <Text tape={asked.tape} entry={entry} />}
      {entry === null && <p className="small dim">{NO_TEXT}</p>}
      <ol className={`${styles.path} small margin-bottom-3`} aria-label="Path">
        <li>
          {source.name}
          <small className="block dim">{[count(source.blocks, 'block'), absent].filter((words) => words !== '').join(' · ')}</small>
        </li>
        {block && <Way asked={asked} way={block.way.replace(/^tool /, '')} entry={entry} />}
        {block && (
          <li>
            {entry === null ? 'only in the request' : <Entry entry={entry} />}
            <small className="block dim">
              block {formatNumber(block.at)} of {formatNumber(graph.counts.blocks)}, {formatNumber(block.tokens)} tokens
            </small>
          </li>
        )}
      </ol>
      {entry !== null && <Facts asked={asked} entry={entry} />}
      <div className="row wrap gap-2">
        <Button disabled={entry === null} onClick={() => runCommand('row.open')}>
          Open entry <Kbd>↵</Kbd>
        </Button>
        <Button disabled={entry === null} onClick={() => toResidency(entry, 'entry')}>
          Residency
        </Button>
        {source.group === 'files' && (
          <Button disabled={entry === null} onClick={() => toResidency(entry, 'file')}>
            File in Residency
          </Button>
        )}
        <Button disabled={entry === null} onClick={() => pinned(entry)}>
          Pin <Kbd>.</Kbd>
        </Button>
        <Button onClick={tryWithout}>
          Try without it <Kbd>W</Kbd>
        </Button>
      </div>
      {items.length > 1 && (
        <ul className={`${styles.blocks} pad-top-2 line-above small`} aria-label="Its blocks">
          {items.slice(0, LISTED).map((one) => (
            <li key={one.at}>
              <button
                type="button"
                className="grid gap-2 full-width pad-y-tight pad-x-1 text-left hover-shade pressed-shade"
                aria-pressed={one === block}
                onClick={() => lit !== null && chooseBlock(lit, one.at, one.entry)}
              >
                <span className="cut">
                  {one.entry === null ? '' : `#${formatNumber(one.entry)} `}
                  {one.label}
                </span>
                <small className="dim">block {formatNumber(one.at)}</small>
                <span>{formatNumber(one.tokens)}</span>
              </button>
            </li>
          ))}
          {(blocks?.total ?? 0) > LISTED && <li className="small dim">{formatNumber((blocks?.total ?? 0) - LISTED)} more</li>}
        </ul>
      )}
    </div>
  );
};

const NO_TEXT = 'No entry holds its text: it was sent, and is not in the log.';
const UNHELD = 'The log has no words of this thought.';

/** Shows when the entry was in context, on a row of its own or on that of its file. */
const toResidency = (entry: number | null, rows: ResidencyBy): void => {
  const { select, setPanel, setRows } = useStore.getState();
  setRows(rows);
  select(entry);
  setPanel('residency');
};

const pinned = (entry: number | null): void => {
  useStore.getState().select(entry);
  runCommand('policy.pin');
};

/** How the text of an entry begins, as it is in the log. */
const Text = ({ tape, entry }: { tape: string; entry: number }) => {
  const detail = useEntry(tape, entry).data;
  if (detail === undefined || detail.row.seq !== entry) return <SkeletonRows rows={3} height={18} label="Reading the entry" />;
  const part = detail.parts.find(({ type, text }) => type !== 'image' && text.trim() !== '');
  const text = part?.form && 'text' in part.form ? part.form.text : (part?.text ?? '');
  if (text === '') return <p className="small dim margin-bottom-3">{detail.parts.some(isWordless) ? UNHELD : 'It is empty.'}</p>;
  const lines = text.slice(0, CHARS).split('\n').slice(0, LINES);
  const cut = lines.join('\n').length < text.length;
  return (
    <pre className={`${styles.text} pre-wrap break-anywhere pad-y-tight pad-left-3 code margin-bottom-3`}>
      {lines.join('\n')}
      {cut && '\n…'}
    </pre>
  );
};

/** An entry that a click opens. */
const Entry = ({ entry, words = '' }: { entry: number; words?: string }) => (
  <button
    type="button"
    className="link same-colour"
    onClick={() => {
      useSelection.setState({ entry: null });
      useStore.getState().select(entry);
    }}
  >
    {words}#{formatNumber(entry)}
  </button>
);

const Way = ({ asked, way, entry }: { asked: AskedContext; way: string; entry: number | null }) => {
  const facts = useSourceFacts(asked, entry).data;
  return (
    <li>
      {way} {facts?.call != null && <Entry entry={facts.call} words="call " />}
      {facts?.prompt != null && (
        <small className="block dim">
          after the prompt <Entry entry={facts.prompt} />
        </small>
      )}
    </li>
  );
};

const Facts = ({ asked, entry }: { asked: AskedContext; entry: number }) => {
  const facts = useSourceFacts(asked, entry).data;
  if (facts?.path == null) return null;
  const { path, earlier, edited, stated } = facts;
  return (
    <dl className={`${styles.facts} grid small gap-y-1 gap-x-3 margin-bottom-3`}>
      <dt className="dim">also read</dt>
      <dd className="break-anywhere">
        {earlier.length === 0 && (
          <>
            not before
            <br />
          </>
        )}
        {earlier.slice(0, 3).map(({ entry: other, step, same }) => (
          <span key={other}>
            {step !== null && `step ${formatNumber(step)}, `}
            <Entry entry={other} />
            {same ? ', same text' : ', other text'}
            <br />
          </span>
        ))}
        {earlier.length > 3 && `and ${count(earlier.length - 3, 'time')} more, `}
        <a
          className="link same-colour"
          href={toHash({ ...NOWHERE, search: { query: '', mode: 'words', sort: 'newest', filters: { file: [path] } } })}
        >
          find every entry about it
        </a>
      </dd>
      <dt className="dim">stated in</dt>
      <dd className="break-anywhere">
        {stated === null ? (
          'no summary of this context'
        ) : (
          <>
            <Entry entry={stated.entry} />, line {formatNumber(stated.line)}: “{stated.text}”
          </>
        )}
      </dd>
      <dt className="dim">edited after</dt>
      <dd className="break-anywhere">
        {edited.length === 0 && 'no'}
        {edited.slice(0, 3).map(({ entry: other, step }) => (
          <span key={other}>
            {step !== null && `step ${formatNumber(step)}, `}
            <Entry entry={other} />
            <br />
          </span>
        ))}
        {edited.length > 3 && `and ${count(edited.length - 3, 'time')} more`}
      </dd>
      <dt className="dim">next compaction</dt>
      <dd className="break-anywhere" data-warn={stated === null}>
        {stated === null ? 'would be lost: no summary names it' : 'its text leaves; a summary names the file'}
      </dd>
    </dl>
  );
};
