import type { EntryRow, Fidelity, HandoffEdge, Handoffs, Phase, RefCounts, StateRef, TokenCount } from '../../../../shared/model/index.ts';
import { count, formatDuration, formatNumber, formatShort } from '../../ui/format.ts';
import { kindWord } from '../../ui/kinds.ts';
import type { Fault } from './faults.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** "agent · 09:40 to 11:15", "13:02, live"; nothing where nothing is known. */
export function phaseWhen({ owner, started, ended, live }: Phase): string {
  const parts = owner === null ? [] : [owner];
  if (started !== null) {
    const sameDay = ended !== null && day.format(started) === day.format(ended);
    const end = live
      ? ', live'
      : ended === null || (sameDay && clock.format(started) === clock.format(ended))
        ? ''
        : ` to ${sameDay ? '' : `${day.format(ended)} `}${clock.format(ended)}`;
    parts.push(`${clock.format(started)}${end}`);
  }
  return parts.join(' · ');
}

/** "7 min"; nothing where there is no time, or no length of it. */
export function phaseLength({ started, ended }: Phase): string {
  return started === null || ended === null || ended - started < 1000 ? '' : formatDuration(ended - started);
}

/** "message · assistant", "result · bash": what a source is. */
export function sourceWords({ kind, role, label }: Pick<EntryRow, 'kind' | 'role' | 'label'>): string {
  return [kindWord(kind, role), label].filter((word) => word !== '').join(' · ');
}

/** References of a text, each once however often the text names it. */
export function eachOnce(refs: readonly StateRef[]): StateRef[] {
  return [...new Map(refs.map((ref) => [`${ref.text} ${ref.tape} ${ref.seq}`, ref])).values()];
}

/** The claim that is read first: one that cites, else one that is worded like something. */
export function firstClaim(claims: Fidelity['claims']): number {
  const citing = claims.findIndex(({ cites }) => cites.length > 0);
  return Math.max(0, citing >= 0 ? citing : claims.findIndex(({ alike }) => alike.length > 0));
}

const types: Record<Phase['type'], string> = {
  start: 'start of the tape',
  anchor: 'anchor',
  compaction: 'compaction',
  reset: 'reset',
  plan: 'approved plan',
};

/** What a phase begins with; a derived one says that nobody wrote it down as such. */
export function phaseType({ type, derived }: Phase): string {
  return derived ? `${types[type]}, derived` : types[type];
}

/** "131,904" where it is recorded, "~48 k" where it is an estimate. */
export function tokenFigure(tokens: TokenCount | null): string {
  if (tokens === null) return '–';
  return tokens.basis === 'estimated' ? `~${formatShort(tokens.value)}` : formatNumber(tokens.value);
}

/** What a log records is the whole context that ended there; only an estimate is of the entries themselves. */
const leftWeight = (tokens: TokenCount): string => {
  const figure = `${tokenFigure(tokens).replace(' ', '\u00a0')}\u00a0tokens`;
  return tokens.basis === 'recorded' ? `; ${figure} were in context` : `, ${figure}`;
};

/** The arrow that leads to a phase from the one that it continues from. A merge comes back to a phase that had begun before. */
export function edgeTo(edges: readonly HandoffEdge[], at: number): HandoffEdge | undefined {
  return edges.find(({ to, type }) => to === at && type !== 'merge');
}

/** What a merge brought back and what it left in the fork. */
export function mergeWords({ carried, left }: HandoffEdge): string {
  return `merged back: ${carried.join(', ') || 'nothing'}; ${left === 0 ? 'nothing left in the fork' : `${count(left, 'entry', 'entries')} left in the fork`}`;
}

/** The merges that end in a phase, and those that lead from it back to another. */
export interface MergesAt {
  into: readonly HandoffEdge[];
  back: readonly HandoffEdge[];
}

/** Merges by the phases at their ends. */
export function mergesByPhase(edges: readonly HandoffEdge[]): (phase: number) => MergesAt {
  const merges = edges.filter(({ type }) => type === 'merge');
  const [into, back] = [Map.groupBy(merges, ({ to }) => to), Map.groupBy(merges, ({ from }) => from)];
  return (phase) => ({ into: into.get(phase) ?? [], back: back.get(phase) ?? [] });
}

/** What a card says of merges, in one line; '' where there are none. */
export function mergeLine({ into, back }: MergesAt, forkOf: (phase: number) => string): string {
  const [first] = into;
  const [last] = back;
  const parts = [
    ...(last ? [back.length > 1 ? `merged back ${formatNumber(back.length)} times` : mergeWords(last)] : []),
    ...(first ? [into.length > 1 ? `merged from ${formatNumber(into.length)} forks` : `merged from ${forkOf(first.from)}`] : []),
  ];
  return parts.join(' · ');
}

/** What the arrow between two phases says above and below its line. */
export function edgeWords(edge: HandoffEdge, to: Phase | undefined): { carried: string; left: string; warn: boolean } {
  const unreached = to !== undefined && to.reached.status === 'no' && to.state.keys.length > 0;
  const weight = edge.leftTokens === null ? '' : leftWeight(edge.leftTokens);
  return {
    carried: unreached ? 'state not sent to the model' : edge.carried.join(', ') || 'nothing carried',
    left: edge.left === 0 ? 'nothing left behind' : `${count(edge.left, 'entry', 'entries')} left behind${weight}`,
    warn: unreached,
  };
}

/** A sentence without the marks of Markdown that it begins with or that stand around its words. */
export function plainWords(text: string): string {
  const bare = text
    .replace(/^\s*(?:(?:#{1,6}|[-*+>])\s+)*/, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
    .trim();
  return bare === '' ? text : bare;
}

/** The facts of the bar, as the drawing has them: what is wrong stands out, and leads there. */
export function pillsOf(handoffs: Handoffs): { words: string; warn: boolean; fault?: Fault }[] {
  const { phases, more, refs, unreached } = handoffs;
  const total = phases.length + more;
  const among = more > 0 ? ` in the ${formatNumber(phases.length)} shown` : '';
  return [
    { words: count(total, 'phase'), warn: false },
    ...(refs.broken > 0 ? [{ words: `${count(refs.broken, 'broken reference')}${among}`, warn: true, fault: 'broken' as const }] : []),
    ...(unreached > 0
      ? [{ words: `${count(unreached, 'state')} never reached the model${among}`, warn: true, fault: 'unreached' as const }]
      : []),
    ...(refs.resolved > 0 ? [{ words: `${count(refs.resolved, 'reference')} resolved`, warn: false }] : []),
    ...(refs.outside > 0 ? [{ words: `${formatNumber(refs.outside)} outside this tape`, warn: false }] : []),
  ];
}

/** "3 references: 2 resolved, 1 broken". */
export function refWords({ resolved, outside, broken }: RefCounts): string {
  const total = resolved + outside + broken;
  if (total === 0) return 'cites nothing';
  const parts = [
    ...(resolved > 0 ? [`${formatNumber(resolved)} resolved`] : []),
    ...(outside > 0 ? [`${formatNumber(outside)} outside this tape`] : []),
    ...(broken > 0 ? [`${formatNumber(broken)} broken`] : []),
  ];
  return `${count(total, 'reference')}: ${parts.join(', ')}`;
}

/** The title of the tape of a phase. */
export function titleOf({ tapes, phases }: Pick<Handoffs, 'tapes' | 'phases'>, at: number): string {
  return tapes.find(({ id }) => id === phases[at]?.tape)?.title ?? '';
}

/** The phase that holds an entry; of a tape without any such phase none. */
export function phaseHolding(phases: readonly Phase[], tape: string, seq: number): number {
  return phases.findIndex((phase) => phase.tape === tape && phase.from <= seq && seq <= phase.to);
}
