import type { Edits, Plan, TokenCount, View, Block as ViewBlock } from '../../../shared/model/index.ts';
import { sizeOf } from '../../../shared/model/size.ts';
import { scaleFor } from '../formats/context/models.ts';
import { estimateText } from '../formats/context/tokens.ts';
import { stringify } from '../formats/json.ts';
import type { Ask } from '../runs/api.ts';
import type { Known } from './known.ts';

/** What contexts weigh before they are sent: by the weights of their views, which recorded sizes anchor. */

type Sums = Plan['tokens']['edited'];

export function sumsOf({ tokens: { counted, estimated }, blocks }: View): Sums {
  return { counted, estimated, blocks: blocks.length };
}

const inBlocks = ({ counted, estimated }: Pick<Sums, 'counted' | 'estimated'>): number => counted + estimated;

/** System prompt and tools that only a request at hand has; what else it has alone is not sent again. */
const apartIn = ({ blocks }: View): ViewBlock[] =>
  blocks.filter(({ request, kind }) => request !== undefined && (kind === 'system' || kind === 'tool'));

/**
 * What the edited context weighs, with what is sent around it as in the request that is at hand. A new text weighs what its characters are
 * estimated to.
 */
export function withTexts(view: View, { replace, system }: Edits, then: View): Sums {
  const sums = sumsOf(view);
  const scale = scaleFor(view.model);
  const weigh = ({ basis, value }: TokenCount, sign: 1 | -1): void => {
    sums[basis === 'counted' ? 'counted' : 'estimated'] += sign * value;
  };
  const [around, own] = [apartIn(then), apartIn(view)];
  if (own.length === 0) {
    for (const { tokens } of around) weigh(tokens, 1);
    sums.blocks += around.length;
  }
  const prompts = around.filter(({ kind }) => kind === 'system');
  if (system !== null && prompts.length > 0) {
    for (const { tokens } of prompts) weigh(tokens, -1);
    sums.blocks += 1 - prompts.length;
    sums.estimated += estimateText(system, 'prose', false, scale);
  }
  for (const { seq, text } of replace) {
    const block = view.blocks.find(({ entries }) => entries.includes(seq));
    if (block === undefined) continue;
    weigh(block.tokens, -1);
    sums.estimated += estimateText(text, block.kind === 'tool_result' ? 'result' : 'prose', false, scale);
  }
  return sums;
}

/** The whole request without and with the edits: what no block holds stays as it is. */
export function wholeOf(then: View, { unedited, edited }: Pick<Plan['tokens'], 'unedited' | 'edited'>): Plan['tokens']['whole'] {
  const { value, basis } = sizeOf(then);
  const more = inBlocks(edited) - inBlocks(unedited);
  const edit = edited.estimated === unedited.estimated && basis !== 'estimated' ? basis : 'estimated';
  return { unedited: { value, basis }, edited: { value: Math.max(0, value + more), basis: edit } };
}

/** A context that is sent, and what is known of what it is sent with. */
interface Sending {
  view: View;
  /** What its blocks weigh, with the edits. */
  sums: Sums;
  /** The whole request before the edits. */
  then: View;
  system: Edits['system'];
  known: Known | null;
  ask: Ask;
}

const isThinking = ({ tone }: ViewBlock): boolean => tone === 'thinking';

const sum = (blocks: readonly ViewBlock[]): number => blocks.reduce((all, { tokens }) => all + tokens.value, 0);

/** What system prompt and tools weigh that no block of the context is. */
const around = ({ then, system, known, ask }: Sending): number => {
  if (apartIn(then).length > 0) return 0;
  const scale = scaleFor(then.model);
  const weigh = (text: string, what: 'prose' | 'call'): number => (text === '' ? 0 : estimateText(text, what, false, scale));
  const prompts = then.blocks.filter(({ role }) => role === 'system');
  const own = prompts.length === 0 ? weigh(ask.system, 'prose') : system === null ? 0 : weigh(system, 'prose') - sum(prompts);
  const tools = ask.tools.reduce((all, tool) => all + weigh(stringify({ ...tool }), 'call'), 0);
  const base = sizeOf(then).value - inBlocks(sumsOf(then));
  if (known?.whole !== true || base <= 0) return own + tools;
  // The captured prompt and tools are what was measured as the base; another prompt takes the place of its share.
  if (system === null) return base;
  const before = weigh(known.systems.join('\n\n'), 'prose');
  return base * (1 - before / Math.max(1, before + tools)) + weigh(system, 'prose');
};

/** What is sent weighs, without the thinking that no API takes and the base that is not at hand; for another family of models by its characters per token. */
export function sentWeight(sending: Sending): number {
  const { view, sums, then, ask } = sending;
  const tokens = Math.max(0, inBlocks(sums) - sum(view.blocks.filter(isThinking))) + around(sending);
  return Math.max(1, Math.round((tokens * scaleFor(then.model).charsPerToken) / scaleFor(ask.model).charsPerToken));
}
