import type { Annotation, Block, TokenCount } from '../../../shared/model/index.ts';
import type { Fact, Figure, Head, Remark } from './document.ts';

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
export function number(value: number): string {
  return whole.format(value);
}

/** "1 entry", "412 entries". */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** Never a sum of figures with different bases: `6,870 counted`, `about 1,240, estimated`. */
export function tokens({ value, basis }: TokenCount): string {
  return basis === 'estimated' ? `about ${number(value)} tokens` : `${number(value)} tokens, ${basis}`;
}

/** Day and time of day in UTC, the same on every machine. */
export function moment(time: number | null): string {
  return time === null ? 'no time' : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** "12 s", "40 min", "3.5 h". */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

const SHORT: Record<string, string> = { tool_call: 'call', tool_result: 'result', message: 'message' };
const kindWord = (kind: string): string => SHORT[kind] ?? kind;

/** "message 812, result 301", the largest first. */
export function kinds(byKind: Readonly<Record<string, number>>): string {
  return Object.entries(byKind)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, many]) => `${kindWord(kind)} ${number(many)}`)
    .join(', ');
}

export function policyWords(policy: string): string {
  if (policy === 'as-recorded') return 'as recorded';
  return policy
    .replace(/^from-anchor:/, 'from anchor ')
    .replace(/^compact:(\d+)/, (_, budget: string) => `compact to ${number(Number(budget))}`)
    .replace(/^memory:/, 'memory of ')
    .replaceAll('-', ' ');
}

export function fact(name: string, value: string | null | undefined): Fact[] {
  return value ? [{ name, value }] : [];
}
export function figure(value: number | null, words: string): Figure[] {
  return value === null ? [] : [{ value: number(value), words }];
}

/** The entries of a block, its address in another tape, or that only the request has it. */
const placeIn = ({ entries, from, request }: Block): string => {
  if (from) return `${from.tape.slice(0, 8)}#${from.entry}, from “${from.title}”`;
  return request ? 'recorded request' : entries.map((seq) => `#${seq}`).join(', ');
};

/** The word and colour of a block are those of the window. */
export function headOf(block: Block): Head {
  const agent = block.subagent
    ? `started the sub-agent ${block.subagent.title} of ${count(block.subagent.steps, 'step')}, which are not in this context`
    : '';
  const cleared = block.cleared ? 'cleared: the model read a placeholder in its place' : '';
  return {
    tone: block.tone,
    word: block.kind === 'message' && block.tone === block.kind ? block.role : kindWord(block.tone),
    name: ['message', 'user', 'assistant', block.tone, block.role].includes(block.label) ? '' : block.label,
    place: placeIn(block),
    tokens: tokens(block.tokens),
    why: [block.why ?? '', cleared, agent].filter((part) => part !== '').join('; '),
  };
}

const targets = ({ target }: Annotation): [number, number] =>
  target.type === 'span' ? [target.from, target.to] : [target.seq, target.seq];

/**
 * The remarks on one block after another, in the order of the page. What is said of a span is shown once, at the first block that it
 * reaches.
 */
export function createRemarks(annotations: readonly Annotation[]): (entries: readonly number[]) => Remark[] {
  const said = new Set<Annotation>();
  return (entries) =>
    annotations
      .filter((annotation) => {
        const [from, to] = targets(annotation);
        if (said.has(annotation) || !entries.some((seq) => seq >= from && seq <= to)) return false;
        if (annotation.target.type === 'span') said.add(annotation);
        return true;
      })
      .map((annotation) => ({
        place: annotation.target.type === 'entry' ? '' : placeOf(annotation),
        label: annotation.label ?? '',
        text: annotation.text,
        stale: annotation.stale,
      }));
}

/** Where an annotation stands: "#12", "#12 to #15", "#12 in step 4". */
export function placeOf(annotation: Annotation): string {
  const [from, to] = targets(annotation);
  const { target } = annotation;
  return `${from === to ? `#${from}` : `#${from} to #${to}`}${target.type === 'block' ? ` in step ${number(target.step)}` : ''}`;
}

/** "Remark on #160 to #175". */
export function remarkWords({ place }: Remark): string {
  return `Remark${place === '' ? '' : ` on ${place}`}`;
}
