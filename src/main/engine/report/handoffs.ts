import type { Annotation, HandoffEdge, Handoffs, Phase, TapeRow } from '../../../shared/model/index.ts';
import { tapeFacts } from './context.ts';
import type { Arrow, Card, Document, Fact, GraphDrawing, Row, Section } from './document.ts';
import { count, duration, fact, kinds, number, placeOf, tokens } from './figures.ts';

export interface HandoffFacts {
  tape: TapeRow;
  handoffs: Handoffs;
  /** The state of a phase as JSON text; null where it has none or it could not be read. */
  stateOf: (phase: Phase) => { text: string; chars: number } | null;
  /** Those of all tapes that have phases here. */
  annotations: readonly Annotation[];
  notes: readonly string[];
}

/** The phases of a tape or a family as a report. Pure. */
export function handoffsDocument({ tape, handoffs, stateOf, annotations, notes }: HandoffFacts): Document {
  const { refs, unreached, phases, more } = handoffs;
  return {
    kind: 'handoffs',
    title: tape.title,
    lead: `Handoffs: ${count(phases.length, 'phase')} of ${handoffs.tapes.length === 1 ? 'one tape' : `${number(handoffs.tapes.length)} tapes`}`,
    figures: [
      { value: number(phases.length), words: phases.length === 1 ? 'phase' : 'phases' },
      { value: number(unreached), words: unreached === 1 ? 'state never reached the model' : 'states never reached the model' },
      { value: number(refs.resolved), words: 'references resolved' },
      { value: number(refs.outside), words: 'outside of the tape' },
      { value: number(refs.broken), words: 'broken' },
    ],
    notes: [...handoffs.notes, ...(more > 0 ? [`${count(more, 'further phase')} are not in this report.`] : []), ...notes],
    strip: [],
    graph: drawingOf(handoffs),
    sections: [
      { id: 'phases', title: 'All phases', lead: '', rows: [phaseTable(phases)] },
      ...phases.map((phase, at) => phaseSection(phase, at, handoffs, { state: stateOf(phase), annotations })),
    ],
    facts: tapeFacts(tape),
  };
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** "3 Mar 10:02 to 11:40", with the day of its end where it is another one. UTC. */
const spanOf = ({ started, ended, live }: Phase): string => {
  if (started === null) return '';
  const begin = `${day.format(started)} ${hour.format(started)}`;
  if (live) return `${begin}, live`;
  if (ended === null) return begin;
  return `${begin} to ${day.format(ended) === day.format(started) ? '' : `${day.format(ended)} `}${hour.format(ended)}`;
};

const drawingOf = ({ tapes, phases, edges }: Handoffs): GraphDrawing => ({
  lanes: tapes.map(({ id, title }) => ({ title, cards: phases.flatMap((phase, at) => (phase.tape === id ? [at] : [])) })),
  cards: phases.map(cardOf),
  edges: edges.map((edge) => arrowOf(edge, phases)),
});

const cardOf = (phase: Phase): Card => ({
  name: phase.name,
  derived: phase.derived,
  line: [phase.owner ?? '', spanOf(phase)].filter(Boolean).join(' · '),
  bar: Object.entries(phase.byTone).map(([tone, value]) => ({ tone, value })),
  figures: [
    { words: 'steps', value: number(phase.steps) },
    {
      words: 'context at end',
      value: phase.context === null ? '–' : `${phase.context.basis === 'estimated' ? '~' : ''}${number(phase.context.value)}`,
    },
    { words: 'errors', value: number(phase.errors) },
  ],
});

/** How another tape continued from a phase. */
const BEGAN: Partial<Record<HandoffEdge['type'], string>> = {
  fork: 'forked',
  archive: 'reset, archived',
  continued: 'continued',
  copied: 'resumed from a copy',
};

/** What an edge carried. Where it leads to another tape it names its other end, which may be far away in a picture. */
const carriedWords = ({ type, carried, from, to }: HandoffEdge, phases: readonly Phase[]): string => {
  const all = carried.join(', ');
  if (type === 'merge') return `merged back: ${all || 'nothing'}, into ${phases[to]?.name ?? ''}`;
  const began = BEGAN[type];
  return began === undefined ? all || type : [all, `${began} from ${phases[from]?.name ?? ''}`].filter(Boolean).join(', ');
};

const arrowOf = (edge: HandoffEdge, phases: readonly Phase[]): Arrow => {
  const next = phases[edge.to];
  const back = edge.type === 'merge';
  const warn = !back && next?.reached.status === 'no' && next.state.keys.length > 0;
  return {
    from: edge.from,
    to: edge.to,
    type: edge.type,
    above: warn ? 'state not sent to the model' : carriedWords(edge, phases),
    below: edge.left > 0 ? `${count(edge.left, 'entry', 'entries')} left ${back ? 'in the fork' : 'behind'}` : '',
    warn,
  };
};

const phaseTable = (phases: readonly Phase[]): Row => ({
  type: 'table',
  head: ['phase', 'entries', 'steps', 'context at end', 'errors', 'references', 'reached the model', 'outcome'],
  rows: phases.map((phase) => [
    phase.name,
    `#${phase.from} to #${phase.to}`,
    number(phase.steps),
    phase.context === null ? '–' : tokens(phase.context),
    number(phase.errors),
    refsWords(phase.refs),
    phase.reached.status,
    phase.outcome,
  ]),
});

const refsWords = ({ resolved, outside, broken }: Phase['refs']): string =>
  [
    resolved > 0 ? `${number(resolved)} resolved` : '',
    outside > 0 ? `${number(outside)} outside` : '',
    broken > 0 ? `${number(broken)} broken` : '',
  ]
    .filter(Boolean)
    .join(', ') || 'none';

interface Inside {
  state: { text: string; chars: number } | null;
  annotations: readonly Annotation[];
}

/** What readers wrote about entries of a phase. */
const remarkRows = ({ tape, from, to }: Phase, annotations: readonly Annotation[]): Row[] => {
  const own = annotations.filter((one) => one.tape === tape && beginsIn(one, from, to));
  if (own.length === 0) return [];
  const rows = own.map((one) => [placeOf(one), one.label ?? '', `${one.text}${one.stale ? ' (about other bytes than these)' : ''}`]);
  return [{ type: 'table', head: ['remark on', 'label', 'remark'], rows }];
};

const beginsIn = ({ target }: Annotation, from: number, to: number): boolean => {
  const seq = target.type === 'span' ? target.from : target.seq;
  return from <= seq && seq <= to;
};

const phaseSection = (phase: Phase, at: number, handoffs: Handoffs, { state, annotations }: Inside): Section => {
  const { usage, started, ended } = phase;
  const facts: Fact[] = [
    ...fact('entries', `#${phase.from} to #${phase.to}: ${kinds(phase.byKind)}`),
    ...fact('owner', phase.owner),
    ...fact('time', started === null ? null : `${spanOf(phase)} UTC`),
    ...fact('duration', started === null || ended === null ? null : duration(ended - started)),
    ...fact(
      'steps',
      phase.firstStep === null ? '0' : `${number(phase.steps)}, from ${number(phase.firstStep)} to ${number(phase.lastStep ?? 0)}`,
    ),
    ...fact('context at end', phase.context === null ? null : tokens(phase.context)),
    ...fact('recorded usage', usage === null ? null : `${number(usage.input)} tokens in, ${number(usage.output)} out`),
    ...fact('references', refsWords(phase.refs)),
    ...fact('reached the model', phase.reached.words),
    ...fact('outcome', phase.outcome),
    ...handoffs.edges
      .filter(({ to }) => to === at)
      .flatMap((edge) => fact(`from ${handoffs.phases[edge.from]?.name ?? ''}`, edgeWords(edge))),
  ];
  const stated: Row[] =
    state === null ? [] : [{ type: 'text', piece: { name: 'state', text: state.text, cut: Math.max(0, state.chars - state.text.length) } }];
  const derived = phase.derived ? `Derived: the log has no anchor here; ${phase.type} stands for one.` : '';
  const tape = handoffs.tapes.length > 1 ? (handoffs.tapes.find(({ id }) => id === phase.tape)?.title ?? '') : '';
  return {
    id: `phase-${at + 1}`,
    title: phase.name,
    lead: [tape, derived].filter(Boolean).join(' · '),
    rows: [{ type: 'facts', facts }, ...stated, ...remarkRows(phase, annotations)],
  };
};

const edgeWords = ({ type, carried, left, leftTokens }: HandoffEdge): string =>
  [
    `${type}: ${carried.length === 0 ? 'nothing' : carried.join(', ')} carried`,
    left > 0 ? `${count(left, 'entry', 'entries')} left behind${leftTokens === null ? '' : ` (${tokens(leftTokens)})`}` : '',
  ]
    .filter(Boolean)
    .join('; ');
