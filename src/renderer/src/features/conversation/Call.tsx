import { headOf, type Part, type Read } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatDuration, formatNumber } from '../../ui/format.ts';
import { MidCut } from '../../ui/MidCut.tsx';
import { seen, spelled } from '../../ui/steering.tsx';
import { tokensShort } from '../context/figures.ts';
import { PartView } from '../inspector/PartView.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';
import { beginningOf, showsItself, WORD } from './folding.ts';

interface Props {
  of: Pick<Conversation, 'tape' | 'project' | 'sent'>;
  read: Read;
  open: boolean;
  active: boolean;
  onTurn: () => void;
}

/** What its line says in full. */
const isSaid = ({ form }: Part): boolean => form?.as === 'read' || form?.as === 'search' || (form?.as === 'fetch' && form.about === null);

const isEmpty = ({ text, form, image }: Part): boolean => text === '' && form === undefined && image === undefined;

const isCall = ({ type }: Part): boolean => type === 'tool_call' || type === 'tool_result';

/** Its line is about a file, whose name is the end of it. */
const isPath = ({ form }: Part): boolean => form?.as === 'read' || form?.as === 'file' || form?.as === 'changes';

/** What was called and what came back: one line each, and below it what is worth reading at once, or all of it. */
export function Call({ of, read, open, active, onTurn }: Props) {
  // Each keeps its place also where others are folded away, so that what one of them has open stays its own.
  const calls = read.parts.map((part, place) => ({ part, place })).filter(({ part }) => isCall(part));
  const results = read.results.flatMap(({ parts, row }) => parts.map((part, at) => ({ part, seq: row.seq, place: `${row.seq} ${at}` })));
  const failed = [...calls, ...results].some(({ part }) => part.failed === true);
  // The line above says all that a heading would.
  const bare = calls.length === 1 && results.length <= 1;
  const shown = (part: Part) => open || showsItself(part);
  return (
    <>
      {calls.map(({ part, place }) => (
        <Line key={place} of={of} read={read} part={part} alone={calls.length === 1} open={shown(part)} failed={failed} onTurn={onTurn} />
      ))}
      {read.agent !== undefined && <Agent read={read} active={active} of={of} />}
      {read.links.length > 0 && <InFile read={read} />}
      {calls
        .filter(({ part }) => shown(part) && !(bare && isSaid(part)))
        .map(({ part, place }) => (
          <div key={place} className={styles.form}>
            <PartView part={part} alone bare={bare} of={{ tape: of.tape, seq: read.row.seq, project: of.project }} />
          </div>
        ))}
      {results
        .filter(({ part }) => shown(part) && !isEmpty(part))
        .map(({ part, seq, place }) => (
          <div key={place} className={styles.form}>
            <PartView part={part} alone bare={bare} of={{ tape: of.tape, seq, project: of.project }} />
          </div>
        ))}
      {open && results.length === 0 && read.row.calls.length > 0 && <p className={`${styles.wait} small dim`}>No result yet.</p>}
    </>
  );
}

const Line = ({ of, read, part, alone, open, failed, onTurn }: Omit<Props, 'active'> & { part: Part; alone: boolean; failed: boolean }) => {
  const { line, results, row } = read;
  const weighed = [row.seq, ...results.map((result) => result.row.seq)]
    .map((seq) => of.sent?.get(seq)?.value ?? 0)
    .reduce((a, b) => a + b, 0);
  const head = alone ? line : part.form && headOf(part.form, of.project);
  // Where a read began is said once.
  const ranged = part.form?.as === 'read' && part.form.from !== null;
  const came = (alone ? results : []).flatMap((result) => result.line?.words ?? []);
  // What is said is below, where it is open.
  const own = open && part.form?.as === 'said' ? [] : (head?.words ?? []);
  const words = [...own, ...came.filter((word) => !ranged || !word.startsWith('from line'))];
  const took = alone && results[0]?.row.time != null && row.time !== null ? results[0].row.time - row.time : 0;
  const subject = head?.subject ?? (part.form ? '' : beginningOf(part.text));
  return (
    <p className={`${styles.line} row baseline shrink-x gap-3 small leading-20 dim nowrap`}>
      <button
        type="button"
        tabIndex={-1}
        className={`${styles.tool} semibold rigid cut`}
        data-failed={failed}
        aria-label={`${part.name ?? 'tool'}: unfold or fold`}
        onClick={onTurn}
      >
        <span className="swatch">{seen(part.name ?? (part.type === 'tool_result' ? 'result' : 'call'))}</span>
      </button>
      {subject !== '' && <Subject text={subject} path={isPath(part)} />}
      {[...new Set(words)].map((word) => (
        <span
          key={word}
          className={word.length > WORD ? `${styles.long} cut` : 'rigid'}
          title={word.length > WORD ? word : undefined}
          data-sign={word[0]}
        >
          {seen(word)}
        </span>
      ))}
      <span className="push rigid tiny faint pad-left-3">
        {alone && weighed > 0 && `${tokensShort({ value: weighed, basis: 'estimated' })} · `}
        {took >= 50 && took < 86_400_000 && `${formatDuration(took)} · `}#{formatNumber(row.seq)}
      </span>
    </p>
  );
};

const Subject = ({ text, path }: { text: string; path: boolean }) =>
  path && spelled(text) === text ? (
    <code className="row ink shrink-x" title={text}>
      <MidCut text={text} />
    </code>
  ) : (
    <code className="cut ink shrink-x">{seen(text)}</code>
  );

/** What came back of a sub-agent, and the way into it. */
const Agent = ({ read: { agent, results }, active, of }: { read: Read; active: boolean; of: Props['of'] }) => {
  const setAgent = useStore((state) => state.setAgent);
  const open = useStore((state) => state.agent === agent?.tape);
  const back = results.map(({ row }) => of.sent?.get(row.seq)?.value ?? 0).reduce((a, b) => a + b, 0);
  useKeys(active && agent !== undefined && !open ? { 'go.right': () => setAgent(agent.tape) } : {});
  if (agent === undefined) return null;
  return (
    <div className={`${styles.agent} pad-x-3 pad-y-2 boxed-strong round small dim margin-top-tight margin-bottom-2`} data-open={open}>
      <p className="row shrink-x gap-4">
        <b className="cut">{agent.title}</b>
        <Button look="quiet" tabIndex={-1} aria-expanded={open} onClick={() => setAgent(open ? null : agent.tape)}>
          {open ? 'close' : 'read it here'} <KeyCaps id={open ? 'go.left' : 'go.right'} />
        </Button>
      </p>
      <p className="row shrink-x gap-4">
        {back > 0 && <span>~{formatNumber(back)} tokens came back</span>}
        <span>{count(agent.steps, 'step')} of its own</span>
        {agent.ms !== null && agent.ms > 0 && <span>{formatDuration(agent.ms)}</span>}
      </p>
    </div>
  );
};

const InFile = ({ read }: { read: Read }) => {
  const { select, openTape } = useStore.getState();
  return read.links.map(({ label, seq, tape }) => (
    <p key={`${tape} ${seq}`} className={`${styles.wait} small dim`}>
      <Button
        look="quiet"
        tabIndex={-1}
        onClick={() => (tape === undefined ? select(seq ?? null) : openTape(tape, { entry: seq ?? null }))}
      >
        {label}
      </Button>
    </p>
  ));
};
