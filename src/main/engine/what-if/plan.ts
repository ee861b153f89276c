import { figure } from '../../../shared/model/figure.ts';
import type { Decision, Edits, Plan, TapeRow, View } from '../../../shared/model/index.ts';
import { providerOf } from '../../../shared/model/limits.ts';
import { placeOf } from '../../../shared/model/place.ts';
import { formatPolicy, parsePolicy } from '../../../shared/model/policy.ts';
import type { PriceBook } from '../../../shared/model/prices.ts';
import type { Parsed } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { asNumber } from '../formats/json.ts';
import { rulesOf } from '../formats/rules.ts';
import { type Block, callBlock } from '../formats/snapshots/block.ts';
import { unpacked } from '../formats/snapshots/normal.ts';
import type { Ask, ToolSpec } from '../runs/api.ts';
import { weightOf } from '../runs/bounds.ts';
import { type Endpoint, endpointOf, isNamed, withoutKey } from '../runs/endpoint.ts';
import { requestOf } from '../runs/send.ts';
import { toolsOf as ownTools, TOOL_NAMES } from '../runs/tools/box.ts';
import { diffText, type Looked } from '../text/diff.ts';
import { viewOf } from '../views/assemble.ts';
import { branchSource, requestBefore } from '../views/branch-source.ts';
import { placeIn } from '../views/place.ts';
import type { Rim } from '../views/rim.ts';
import { cachingOf } from './caching.ts';
import { type Asked, type Edited, editedAt, isEdited } from './context.ts';
import { type Known, knownAt } from './known.ts';
import { recordedDecision } from './recorded.ts';
import { spokenOf, toolsByCalls, toolsIn } from './turns.ts';
import { unlikeOf } from './unlike.ts';
import { sentWeight, sumsOf, wholeOf, withTexts } from './weight.ts';

export interface Prepared {
  asked: Asked;
  known: Known | null;
  endpoint: Endpoint;
  ask: Ask;
  plan: Plan;
  /** The view of the edited context. */
  view: View;
  /** The same request with other edits, its messages always put together from entries. */
  askWith(edits: Edits): Promise<Ask>;
  /** The request of another step with the same edits, put together from entries. */
  askAt(step: number): Promise<Ask>;
  /** Tokens of a request like this one, by what this one weighs. */
  weigh(ask: Ask): number;
}

export interface Means {
  env: NodeJS.ProcessEnv;
  prices: PriceBook;
}

/** What is asked for, ready to be sent: nothing is sent here, and nothing is written. */
export async function prepare(rim: Rim, input: Parsed<'whatIf.plan'>, { env, prices }: Means): Promise<Prepared> {
  const tape = rim.catalog.tape(input.tape);
  const asked: Asked = { tape, place: placeOf(input), choice: parsePolicy(input.policy), edits: input.edits };
  const plain: Asked = { ...asked, edits: { ...input.edits, without: [], pin: [], replace: [] } };
  const known = await knownOf(rim, asked);
  const edited = await editedAt(rim, asked, known);
  const before = isEdited(input.edits) ? await editedAt(rim, plain, known) : edited;
  const recordedModel = before.decided.step.model ?? tape.model;
  const endpoint = endpointOf(modelOf(input.model, recordedModel), env);
  const temperature = input.temperature ?? asNumber(known?.parameters.temperature);
  const recorded = 'step' in asked.place ? await recordedDecision(rim, tape, asked.place.step) : null;
  // A tool that was called stays one that may be called, also where its calls are left out, or come only in the recorded answer.
  const called = [...before.blocks, ...callsOf(recorded)];
  const around = { edits: input.edits, known, tools: toolsFor(tape, called, known), model: endpoint.model, temperature };
  const make = (one: Edited): Made => madeOf(one, around);
  const made = make(edited);
  const { ask } = made;
  const [then, view] = [await viewOf(rim, before.decided), await viewOf(rim, edited.decided)];
  const sums = { unedited: sumsOf(then), edited: withTexts(view, input.edits, then) };
  const plainly = { ...around, edits: { ...input.edits, system: null } };
  const plainAsk = madeOf(before, plainly).ask;
  const weight = sentWeight({ view, sums: sums.edited, then, system: input.edits.system, known, ask });
  const unedited = sentWeight({ view: then, sums: sums.unedited, then, system: null, known, ask: plainAsk });
  // Both put together from entries, so that they differ in the edits alone.
  const beginning = before.exact && !edited.exact ? madeOf(await editedAt(rim, plain, known, true), plainly).ask : plainAsk;
  const costOf = (tokens: number): number | null =>
    prices.cost(endpoint.model, null, { input: Math.max(0, tokens), output: 0, cacheRead: 0, cacheWrite: 0 });
  const { url, headers, body } = requestOf({ ...endpoint, key: null }, ask);
  const plan: Plan = {
    ...{ tape: tape.id, step: view.step, ...(view.next && { next: view.next }), ...(view.after !== undefined && { after: view.after }) },
    ...{ policy: view.policy, model: endpoint.name, recordedModel },
    request: { url, headers, body: JSON.parse(withoutKey(body, endpoint)) as unknown },
    system: withoutKey(ask.system, endpoint),
    unlike: unlikeOf({
      ...{ place: asked.place, edits: input.edits, policy: asked.choice.type === 'as-recorded' ? null : formatPolicy(asked.choice) },
      ...{ evidence: then.evidence, exact: edited.exact, model: { asked: endpoint.model, recorded: recordedModel } },
      known: known && {
        by: known.by,
        step: known.step,
        system: known.systems.length > 0,
        tools: known.tools?.length ?? null,
        whole: known.whole,
      },
      ...{ system: ask.system !== '', tools: made.tools, lost: made.lost, temperature },
      parameters: known?.parameters ?? {},
    }),
    tokens: { ...sums, whole: wholeOf(then, sums), recorded: then.tokens.recorded, request: weight },
    cost: { unedited: costOf(unedited), edited: costOf(weight) },
    cache: cachingOf({ before: beginning, ask, weights: { unedited, edited: weight }, endpoint, prices }),
    texts: textsOf(edited, input.edits, [withoutKey(plainAsk.system, endpoint), withoutKey(ask.system, endpoint)]),
    warnings: [...view.warnings, ...idle(then, input.edits)],
    recorded,
  };
  const askWith = async (edits: Edits): Promise<Ask> => make(await editedAt(rim, { ...asked, edits }, known, true)).ask;
  const askAt = async (step: number): Promise<Ask> => {
    const one = await editedAt(rim, { ...asked, place: { step } }, known, true);
    const more = [...called, ...one.blocks, ...callsOf(await recordedDecision(rim, tape, step))];
    return madeOf(one, { ...around, tools: toolsFor(tape, more, known) }).ask;
  };
  const tokensPerUnit = weight / weightOf(ask);
  const weigh = (one: Ask): number => Math.max(1, Math.round(weightOf(one) * tokensPerUnit));
  return { asked, known, endpoint, ask, plan, view, askWith, askAt, weigh };
}

const callsOf = (decision: Decision | null): Block[] =>
  (decision?.calls ?? []).map(({ name, arguments: input }) => callBlock(null, name, unpacked(input)));

/** What other texts replace, word by word; the system prompt first. */
const textsOf = ({ before }: Edited, { replace, system }: Edits, [plain, own]: readonly [string, string]): Plan['texts'] => {
  const looked: Looked = { steps: 0 };
  return [
    ...(system === null || plain === own ? [] : [{ seq: null, diff: diffText(plain, own, looked) }]),
    ...replace.flatMap(({ seq, text }) => {
      const was = before.get(seq);
      return was === undefined || was === text ? [] : [{ seq, diff: diffText(was, text, looked) }];
    }),
  ];
};

/** What is known of this very request, or else of the one before it on its branch. */
const knownOf = async (rim: Rim, { tape, place }: Asked): Promise<Known | null> => {
  const source = branchSource(rim.catalog, tape, rim.catalog.anchors(tape.id));
  const before = requestBefore(source, placeIn(source, place, rulesOf(tape.format)));
  const own = 'step' in place ? await knownAt(rim, tape, place.step) : null;
  return own ?? (before === null ? null : knownAt(rim, tape, before.step));
};

const modelOf = (named: string | undefined, recorded: string | null): string => {
  if (named !== undefined) return named;
  // Runs of ours name the provider as well.
  if (recorded !== null && isNamed(recorded)) return recorded;
  const provider = providerOf(recorded);
  if (provider !== null) return `${provider}:${recorded}`;
  const why = recorded === null ? 'the log names none' : `the name ${recorded} does not show whose it is`;
  throw new TapeError('bad-input', `Which model? Give PROVIDER:NAME: ${why}.`);
};

interface Made extends Pick<ReturnType<typeof spokenOf>, 'lost'> {
  ask: Ask;
  tools: { sent: number; by: 'known' | 'own' | 'calls'; without: readonly string[] };
}

interface Around {
  tools: ReturnType<typeof toolsFor>;
  edits: Edits;
  known: Known | null;
  model: string;
  temperature: number | null;
}

const madeOf = ({ blocks }: Edited, { tools: { specs, by, without }, edits, known, model, temperature }: Around): Made => {
  const { systems, turns, lost } = spokenOf(blocks);
  if (turns.length === 0) throw new TapeError('refused', 'Nothing is left in this context that could be sent.');
  const all = [...(known?.systems ?? []), ...systems.filter((text) => known?.systems.includes(text) !== true)];
  const ask: Ask = { model, system: edits.system ?? all.join('\n\n'), turns, tools: specs, temperature, most: null };
  return { ask, lost, tools: { sent: specs.length, by, without } };
};

const toolsFor = (tape: TapeRow, blocks: readonly Block[], known: Known | null) => {
  const kept = known?.tools?.length ? known.tools : blocks.filter(({ block }) => block === 'tool');
  if (kept.length > 0 || (known !== null && known.tools !== null)) return { ...toolsIn(kept), by: 'known' as const };
  const called = toolsByCalls(blocks);
  if (tape.format !== 'native') return { specs: called, without: [], by: 'calls' as const };
  const own = new Map(ownTools(TOOL_NAMES).map(({ name, description, parameters }) => [name, { name, description, parameters }]));
  return { specs: called.map((spec): ToolSpec => own.get(spec.name) ?? spec), without: [], by: 'own' as const };
};

/** Entries that are to be left out and are not there: somebody means another one, and would pay for answers to what was not changed. */
const idle = ({ blocks }: View, { without }: Edits): string[] => {
  const here = new Set(blocks.flatMap(({ entries }) => entries));
  const gone = without.filter((seq) => !here.has(seq)).map((seq) => `#${figure(seq)}`);
  const more = gone.length > NAMED ? ` and ${figure(gone.length - NAMED)} more` : '';
  return gone.length === 0 ? [] : [`Not in this context, so not left out: ${gone.slice(0, NAMED).join(', ')}${more}.`];
};

/** Entries that a sentence names. */
const NAMED = 8;
