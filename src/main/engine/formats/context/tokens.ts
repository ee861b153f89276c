import type { EntryRow, TokenCount, View } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import type { Scale } from './models.ts';

/** What a message weighs beyond its text, and a tool call beyond its name and input: role, ids, brackets. */
const FRAME_TOKENS = 4;
const CALL_TOKENS = 60;
/** What a picture weighs at most, whatever its bytes; providers scale larger ones down. */
export const IMAGE_TOKENS = 1600;
/** A placeholder for the content of a result, and its frame. */
export const CLEARED_TOKENS = 20;

const classOf = ({ kind, calls }: Pick<EntryRow, 'kind' | 'calls'>): 'prose' | 'call' | 'result' =>
  calls.length > 0 || kind === 'tool_call' ? 'call' : kind === 'tool_result' ? 'result' : 'prose';

/** A result without a picture: nothing is recorded of it, and its text is all that it weighs. */
export function isPlainResult({ kind, flags }: Pick<EntryRow, 'kind' | 'flags'>): boolean {
  return kind === 'tool_result' && !has(flags, Flag.Media);
}

/** Estimated weight of one entry from its characters alone. */
export function estimate(row: Pick<EntryRow, 'chars' | 'flags' | 'calls' | 'kind'>, scale: Scale): number {
  return (
    Math.ceil(row.chars / scale[classOf(row)]) +
    FRAME_TOKENS +
    row.calls.length * CALL_TOKENS +
    (has(row.flags, Flag.Media) ? IMAGE_TOKENS : 0)
  );
}

/** Estimated weight of a text that no entry holds. */
export function estimateText(text: string, what: 'prose' | 'call' | 'result', media: boolean, scale: Scale): number {
  return Math.ceil(text.length / scale[what]) + FRAME_TOKENS + (media ? IMAGE_TOKENS : 0);
}

/** A recorded answer below this share of what its text must weigh is the partial count of a stream that was cut off. */
const PLAUSIBLE = 0.6;

/** What the lines of one answer must weigh. */
interface Answer {
  visible: number;
  /** Characters of its thinking, and one for each line of it. */
  thinking: number;
  all: number;
}

/**
 * Better estimates for answers: what the log records as written is what is read again later, hidden thinking included. It is
 * recorded per message, so it is split over the lines of the message: to text and calls what they must weigh, the rest to thinking.
 * All lines are added before any is asked for; only sums are kept of them.
 */
export function createAnswers(outputOf: (step: number) => number | null, scale: Scale) {
  const answers = new Map<number, Answer>();
  const add = (row: EntryRow): void => {
    if (row.role !== 'assistant' || row.step === null) return;
    const answer = answers.get(row.step) ?? { visible: 0, thinking: 0, all: 0 };
    answers.set(row.step, answer);
    const weight = estimate(row, scale);
    answer.all += weight;
    if (has(row.flags, Flag.Thinking)) answer.thinking += row.chars + 1;
    else answer.visible += weight;
  };
  const shareOf = (row: EntryRow): number | undefined => {
    if (row.role !== 'assistant' || row.step === null) return undefined;
    const [answer, output] = [answers.get(row.step), outputOf(row.step)];
    if (!answer || output === null || output < PLAUSIBLE * answer.visible) return undefined;
    const rest = output - answer.visible;
    const weight = estimate(row, scale);
    if (answer.thinking === 0 || rest <= 0) return Math.round((output * weight) / answer.all);
    return has(row.flags, Flag.Thinking) ? Math.round((rest * (row.chars + 1)) / answer.thinking) : weight;
  };
  return { add, shareOf };
}

/** The shares of some rows by entry, where these are all lines of their answers. */
export function estimateAnswers(rows: readonly EntryRow[], outputOf: (step: number) => number | null, scale: Scale): Map<number, number> {
  const answers = createAnswers(outputOf, scale);
  for (const row of rows) answers.add(row);
  const shares = new Map<number, number>();
  for (const row of rows) {
    const share = answers.shareOf(row);
    if (share !== undefined) shares.set(row.seq, share);
  }
  return shares;
}

/** What a picked entry weighs, whatever its text: a placeholder was sent in its place, or the model's server does not count it. */
export function fixedWeight({ cleared, uncounted }: { cleared?: boolean; uncounted?: boolean }): number | undefined {
  if (cleared) return CLEARED_TOKENS;
  return uncounted ? 0 : undefined;
}

/** The weight of a block: counted where somebody counted, else estimated. `fixed`: see `fixedWeight`. */
export function weigh(row: EntryRow, fixed: number | undefined, counted: number | undefined, estimated: number): TokenCount {
  if (fixed !== undefined) return { value: fixed, basis: 'estimated' };
  return counted === undefined ? { value: estimated, basis: 'estimated' } : { value: counted + pictures(row), basis: 'counted' };
}

/** A picture has no text to count. */
const pictures = (row: EntryRow): number => (has(row.flags, Flag.Media) ? IMAGE_TOKENS : 0);

/** What a request recorded, and what the recorded sizes of its branch say. */
interface Totals {
  recorded: number | null;
  cached: number | null;
  tokenizer: string | null;
  growth: { base: number | null; added: number } | null;
  /** The blocks are what was sent, so that they can be compared with the record. */
  sent: boolean;
}

/** What blocks weigh, by how it is known. No block is `recorded`: a log records usage per request, and never per entry. */
export interface Sums {
  counted: number;
  estimated: number;
}

/** Adds the weight of a block, in place. */
export function addWeight(sums: Sums, { value, basis }: TokenCount): void {
  if (basis !== 'recorded') sums[basis] += value;
}

export function sumOf(weights: Iterable<TokenCount>): Sums {
  const sums = { counted: 0, estimated: 0 };
  for (const weight of weights) addWeight(sums, weight);
  return sums;
}

/**
 * The totals of a view. Each basis is summed by itself; what the recording holds beyond them is unaccounted: the base, what events added
 * to it, and what is not explained.
 */
export function totals({ counted, estimated }: Sums, { recorded, cached, tokenizer, growth, sent }: Totals): View['tokens'] {
  const unaccounted = recorded === null ? null : recorded - counted - estimated;
  const [base, events] = [growth?.base ?? null, growth === null ? null : growth.added];
  const unexplained = sent && unaccounted !== null && base !== null && events !== null ? unaccounted - base - events : null;
  return { recorded, counted, estimated, unaccounted, base, events, unexplained, tokenizer: counted > 0 ? tokenizer : null, cached };
}
