import type { Ahead, Block, Omission, OmissionReason, TokenCount, View } from '../../../../shared/model/index.ts';
import { type Beyond, beyondBlocks } from '../../../../shared/model/ledger.ts';
import type { Verdict } from '../../../../shared/model/verdict.ts';
import { count, formatBytes, formatNumber, formatShare } from '../../ui/format.ts';
import { kindWord } from '../../ui/kinds.ts';

/** Tokens with their basis in the figure: "6,870", "~1,240". Only an estimate is marked, the rest is exact. */
export function tokensShort(tokens: TokenCount): string {
  return `${tokens.basis === 'estimated' ? '~' : ''}${formatNumber(tokens.value)}`;
}

/** "6,870 tokens counted", "about 1,240 tokens, estimated": the figure with its basis in words. */
export function tokensLong(tokens: TokenCount): string {
  return tokens.basis === 'estimated'
    ? `about ${count(tokens.value, 'token')}, estimated`
    : `${count(tokens.value, 'token')} ${tokens.basis}`;
}

/** A figure of the bar. `strong` is the one that matters. */
export interface Figure {
  readonly value: string;
  readonly words: string;
  readonly strong: boolean;
  readonly hint: string;
}

/** "13,000 base". */
export function figureWords({ value, words }: Pick<Figure, 'value' | 'words'>): string {
  return `${value} ${words}`.trim();
}

const REST = 'Recorded tokens that are in no block: the system prompt, the tool schemas, and whatever else is not in the log.';
const TOO_HIGH = 'The blocks weigh more than the log recorded, so the estimate is too high.';
const NOT_SENT = 'The blocks are not what was sent, as the captured request shows, so more than the estimate may be off.';

/** What was recorded belongs to the context that was sent; under any other policy it is only something to hold against. */
const isRecorded = ({ policy }: Pick<View, 'policy'>): boolean => policy === 'as-recorded';

const OFF = 'Every part of this request is a block, so this is the error of the estimates.';

/** A view with what it is known by, where that is at hand. */
type Known = Pick<View, 'tokens' | 'policy'> & Partial<Pick<View, 'evidence'>>;

/** Every part of a recorded request is a block: nothing of it is missing. */
const isWhole = ({ evidence }: Known): boolean => evidence?.state === 'recorded';

/** The figures of a view, each with its basis; what is not known is said. `verdict` is that of the captured request. */
export function figuresOf(view: Known, verdict: Verdict = null): Figure[] {
  const { recorded, counted, estimated, tokenizer } = view.tokens;
  const sent = isRecorded(view);
  const figures: Figure[] = [];
  const add = (value: number | null, words: string, strong: boolean, hint: string) =>
    figures.push({ value: value === null ? '' : formatNumber(value).replace('-', '−'), words, strong, hint });
  if (sent && recorded === null) add(null, 'no usage recorded', true, 'The log has no token figures for this step.');
  if (sent && recorded !== null)
    add(recorded, 'recorded', true, 'Input of this request as the log records it: new tokens and both cache shares.');
  const weighs = !sent || recorded === null;
  if (counted > 0) add(counted, `counted with ${tokenizer ?? 'a tokenizer'}`, weighs, 'Blocks counted with a real tokenizer.');
  if (estimated > 0 || counted === 0)
    add(estimated, 'estimated', weighs && counted === 0, 'Blocks weighed by their characters; no public tokenizer fits this model.');
  for (const { what, tokens } of beyondBlocks(view, verdict)) {
    const [words, strong, hint] = beyondWords(what, sent, tokens < 0 ? (verdict === 'differs' ? NOT_SENT : TOO_HIGH) : REST);
    add(tokens, words, strong, hint);
  }
  return figures;
}

const beyondWords = (what: Beyond['what'], sent: boolean, rest: string): [words: string, strong: boolean, hint: string] => {
  switch (what) {
    case 'too-high':
      return ['too high, as estimated', false, OFF];
    case 'too-low':
      return ['too low, as estimated', false, OFF];
    case 'base':
      return [sent ? 'base' : 'base remains', true, BASE];
    case 'events':
      return ['by events', false, EVENTS];
    case 'unexplained':
      return ['not explained', false, REST];
    case 'unaccounted':
      return ['unaccounted', true, rest];
  }
};

const EVENTS = 'Tools that were loaded, a prompt that changed, a file that is not in the log: each is named in the residency ledger.';

const BASE = 'System prompt, tools and whatever else is in no entry, as measured by the log. No policy leaves it out.';

/** What the agent sends and no entry holds, in a few words: named where its version is known. */
export function lackingWords({ lacking }: Pick<View, 'lacking'>): string {
  return lacking.length === 0 ? 'system prompt, tools, whatever was sent and not logged' : lacking.map(({ note }) => note).join(', ');
}

/** Without what is in brackets: a row has two lines for all that is lacking. */
export function shortWords(lacking: string): string {
  return lacking.replaceAll(/ \([^)]*\)/g, '');
}

/** What a request that was not sent is made of, and how it compares with the last one: "2,318 base, recorded", "+600 against step 47". */
export function nextFiguresOf(view: Pick<View, 'tokens' | 'expected'>): Omit<Figure, 'strong'>[] {
  return [...partsOf(view), ...sinceFigure(view)];
}

/** "2,318 base, recorded", "+7,043 by events", "~6,080 estimated". */
export function partsOf(view: Pick<View, 'tokens'>): Omit<Figure, 'strong'>[] {
  const { base, events, counted, estimated, tokenizer } = view.tokens;
  return [
    base === null
      ? { value: '', words: 'base unknown', hint: 'No request of this tape was measured, so the base is unknown.' }
      : { value: formatNumber(base), words: 'base, recorded', hint: BASE },
    ...(base !== null && events ? [{ value: signed(events), words: 'by events', hint: EVENTS }] : []),
    ...(counted > 0
      ? [
          {
            value: formatNumber(counted),
            words: `counted with ${tokenizer ?? 'a tokenizer'}`,
            hint: 'Blocks counted with a real tokenizer.',
          },
        ]
      : []),
    ...(estimated > 0 || counted === 0
      ? [{ value: `~${formatNumber(estimated)}`, words: 'estimated', hint: 'Blocks weighed by their characters.' }]
      : []),
  ];
}

/** How a request that was not sent compares with the last one whose size is recorded. */
const sinceFigure = ({ expected }: Pick<View, 'expected'>): Omit<Figure, 'strong'>[] => {
  if (!expected?.last) return [];
  const { step, recorded } = expected.last;
  const change = expected.tokens - recorded;
  const hint = `${formatNumber(recorded)} tokens are recorded for step ${formatNumber(step)}; the difference is estimated.`;
  return [{ value: `${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change))}`, words: `against step ${formatNumber(step)}`, hint }];
};

/** How much of the window of its model a request would take that was not sent: "4 % of the 200,000 limit". */
export function shareWords(view: Pick<View, 'tokens' | 'expected' | 'limit'>): string {
  const { limit } = view;
  const weight = totalOf(view);
  if (limit === null) return 'limit unknown';
  return weight > limit
    ? `more than the ${formatNumber(limit)} limit`
    : `${formatShare(weight, limit)} of the ${formatNumber(limit)} limit`;
}

/** Tokens of a request that was not sent: what the engine expects of it; without that its base, where that is known, and its blocks. */
export function totalOf({ tokens, expected }: Pick<View, 'tokens' | 'expected'>): number {
  return expected?.tokens ?? (tokens.base ?? 0) + tokens.counted + tokens.estimated;
}

/** What the end of a log says of its next request. What it holds besides its blocks is not known. */
export function aheadFiguresOf({ blocks }: Pick<Ahead, 'blocks'>): readonly Figure[] {
  return [
    {
      value: `~${formatNumber(blocks.reduce((sum, { tokens }) => sum + tokens.value, 0))}`,
      words: 'tokens in its blocks',
      strong: true,
      hint: '',
    },
    { value: formatNumber(blocks.length), words: blocks.length === 1 ? 'block' : 'blocks', strong: false, hint: '' },
  ];
}

/** "Read from the end, 4.2 MB of 1.5 GB: …": what is not known until the rest is there. */
export function aheadWords({ read, of }: Pick<Ahead, 'read' | 'of'>): string {
  return `Read from the end, ${formatBytes(read)} of ${formatBytes(of)}: entry numbers and omissions are known once all of it has been read`;
}

/** What was recorded, next to a context that was not the one sent; empty where this is it, or nothing is recorded. */
export function sentWords(view: Pick<View, 'tokens' | 'policy'>): string {
  return isRecorded(view) || view.tokens.recorded === null ? '' : `${formatNumber(view.tokens.recorded)} recorded for what was sent`;
}

/** "71 % of the 200,000 limit", "about 71 % of the 200,000 limit", or what of it is unknown. */
/**
 * A view with the limit that its timeline shows: a step knows how large the window is by the requests up to it, the tape by all of them,
 * and one name may stand for two windows.
 */
export function withLimitOf<V extends Pick<View, 'model' | 'limit'>>(
  view: V,
  tape: { readonly model: string | null; readonly limit: number | null },
): V {
  return view.model === tape.model && (tape.limit ?? 0) > (view.limit ?? 0) ? { ...view, limit: tape.limit } : view;
}

export function limitWords(view: Pick<View, 'tokens' | 'limit' | 'policy'>): string {
  const { tokens, limit } = view;
  if (limit === null) return 'limit unknown';
  // The base remains, whatever the policy leaves out.
  const weight = totalOf(view);
  if (!isRecorded(view) && weight > limit) return `more than the ${formatNumber(limit)} limit`;
  if (!isRecorded(view)) return `about ${formatShare(weight, limit)} of the ${formatNumber(limit)} limit`;
  if (tokens.recorded === null) return `limit ${formatNumber(limit)}`;
  return `${formatShare(tokens.recorded, limit)} of the ${formatNumber(limit)} limit`;
}

/** "86 % read from the cache"; empty where nothing is recorded. */
export function cacheWords(view: Pick<View, 'tokens' | 'policy'>): string {
  const { recorded, cached } = view.tokens;
  if (!isRecorded(view) || recorded === null || cached === null || recorded === 0) return '';
  return cached === 0 ? 'nothing read from the cache' : `${formatShare(cached, recorded)} read from the cache`;
}

/** "+2 blocks", "−14 blocks": what came and went since the step before. */
export function changesOf({ added, gone }: NonNullable<View['since']>): { came: string; went: string } {
  return {
    came: added > 0 ? `+${count(added, 'block')}` : '',
    went: gone > 0 ? `−${added > 0 ? formatNumber(gone) : count(gone, 'block')}` : '',
  };
}

const plurals: Record<string, string> = {
  message: 'messages',
  call: 'calls',
  result: 'results',
  event: 'events',
  error: 'errors',
  anchor: 'anchors',
  attachment: 'attachments',
  summary: 'summaries',
};

/** "812 messages, 301 results", the largest first; what is rare is summed up. A kind nobody knows keeps its own name. */
export function kindsWords(byKind: Record<string, number>): string {
  const sorted = Object.entries(byKind).sort(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, 3).map(([kind, number]) => count(number, kindWord(kind), plurals[kindWord(kind)] ?? kindWord(kind)));
  const others = sorted.slice(3).reduce((sum, [, number]) => sum + number, 0);
  return [...shown, ...(others > 0 ? [`${formatNumber(others)} more`] : [])].join(', ');
}

/** The weight of an omission, unless its sentence says it already. */
export function omissionTokens({ tokens, note }: Omission): string {
  return tokens === null || note.includes(formatNumber(tokens.value)) ? '' : tokensShort(tokens);
}

/** Why a context has not an entry; null for one that it has, or that was not written yet. */
export function reasonOf(seq: number, omissions: readonly Pick<Omission, 'entries' | 'reason'>[]): OmissionReason | null {
  return omissions.find(({ entries }) => entries.some(([from, to]) => from <= seq && seq <= to))?.reason ?? null;
}

/** "over budget". */
export function reasonWords(reason: OmissionReason | null): string {
  return reason?.replaceAll('-', ' ') ?? '';
}

/** "→ sub-agent a3f1, 38 steps, not in this context". */
export function subagentWords({ title, steps }: NonNullable<Block['subagent']>): string {
  return `→ ${title.trim() === '' ? 'sub-agent' : `sub-agent ${title}`}, ${count(steps, 'step')}, not in this context`;
}

/** The word in front of a block. */
export function blockWord(block: Pick<Block, 'tone' | 'role'>): string {
  return kindWord(block.tone, block.role);
}

/** What no entry holds and every request begins with, whatever the policy leaves out; 0 where nobody measured it. */
export function baseOf({ tokens }: Pick<View, 'tokens'>): number {
  return Math.max(0, tokens.base ?? 0);
}

/** Tokens that no block holds: the base with its events; where it was not measured what else the log recorded for the request that was sent. */
export function restOf(view: Known & Pick<View, 'step'>): number {
  if (baseOf(view) > 0) return Math.max(0, baseOf(view) + (view.tokens.events ?? 0));
  return view.step !== null && isRecorded(view) && !isWhole(view) ? Math.max(0, view.tokens.unaccounted ?? 0) : 0;
}

/** "tools loaded". */
export function eventWords(type: string): string {
  return type.replaceAll('-', ' ');
}

/** "+8,412", "−2,204". */
export function signed(tokens: number): string {
  return `${tokens < 0 ? '−' : '+'}${formatNumber(Math.abs(tokens))}`;
}

/** How many blocks a context has: one may be in the place of many. */
export function blockCount(blocks: readonly Pick<Block, 'folded'>[]): number {
  return blocks.reduce((sum, { folded = 1 }) => sum + folded, 0);
}

/** What is said of blocks that are not listed: "40,000 blocks from #12 to #90,011, not listed: Conversation and Entries have each of them". */
export function foldedWords({ folded, entries }: Pick<Block, 'folded' | 'entries'>): string {
  const [from, to] = [entries[0] ?? 0, entries.at(-1) ?? 0].map(formatNumber);
  return `${count(folded ?? 0, 'block')} from #${from} to #${to}, not listed: Conversation and Entries have each of them`;
}

/** What replaces a text that is not there: "Bash, no output", "compact_file_reference", "(empty)". */
export function emptyWords({ tone, label }: Pick<Block, 'tone' | 'label'>): string {
  if (label === '') return '(empty)';
  return tone === 'result' ? `${label}, no output` : label;
}
