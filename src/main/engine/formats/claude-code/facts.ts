import { factsOf } from '../draft.ts';
import type { Draft, Facts, JsonObject } from '../format.ts';
import { asNumber, asObject, asString, oneLine, whole } from '../json.ts';
import { OWN_TYPE } from '../own.ts';
import { commandTitle, tag } from './commands.ts';
import type { Author } from './prompts.ts';

/** What single records say about their session. */

/** Ranks of titles; see `Facts.titleRank`. A command's name is a title only where no prompt is. */
const RANK = { custom: 4, agent: 3, ai: 2, summary: 1, prompt: 0, command: -1 };

const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

/** What a record says of its session; null for nothing. */
export function readFacts(record: JsonObject): Facts | null {
  const facts: Facts = {};
  const { sessionId, cwd, version } = record;
  if (typeof sessionId === 'string') facts.session = sessionId;
  if (typeof cwd === 'string') facts.cwd = cwd;
  if (typeof version === 'string') facts.writer = version;
  if (record.isSidechain === true && typeof record.agentId === 'string') facts.agent = record.agentId;
  if (record.uuid === undefined) readTitles(facts, record);
  if (record.type === OWN_TYPE) readOrigin(facts, record);
  return facts;
}

/** A copy that Tapescope made says so in a record of its own. */
function readOrigin(facts: Facts, record: JsonObject): void {
  const file = asString(asObject(record.source)?.file);
  const sizes = asObject(record.sizes);
  const [from, to] = [asNumber(sizes?.from), asNumber(sizes?.to)];
  const known = from !== null && to !== null && Number.isInteger(from) && Number.isInteger(to);
  if (file !== null) facts.copy = { op: oneLine(asString(record.op) ?? '', 40), file, ...(known && { sizes: { from, to } }) };
}

/** Record types that carry a title, with its field and rank. They are written over and over: the last one wins. */
const TITLES: ReadonlyMap<string, { field: string; rank: number }> = new Map([
  ['custom-title', { field: 'customTitle', rank: RANK.custom }],
  ['agent-name', { field: 'agentName', rank: RANK.agent }],
  ['ai-title', { field: 'aiTitle', rank: RANK.ai }],
  ['summary', { field: 'summary', rank: RANK.summary }],
]);

function readTitles(facts: Facts, record: JsonObject): void {
  const title = typeof record.type === 'string' ? TITLES.get(record.type) : undefined;
  if (title) setTitle(facts, asString(record[title.field]), title.rank);
}

function setTitle(facts: Facts, text: string | null, rank: number): void {
  const title = text === null ? '' : oneLine(text, TITLE_CHARS);
  if (title === '') return;
  facts.title = title;
  facts.titleRank = rank;
}

/** Title of last resort, and the prompt by which a sub-agent's file may be linked to its call. */
export function readTitle(draft: Draft, text: string, author: Author): void {
  if (text === '') return;
  const root = draft.parent === null;
  if (root && author !== 'program') factsOf(draft).prompt = whole(text, PROMPT_CHARS);
  if (author === 'person' || (author === 'agent' && root)) setTitle(factsOf(draft), commandTitle(text) ?? text, RANK.prompt);
  else if (author === 'command') setTitle(factsOf(draft), commandTitle(text), RANK.command);
}

/** A finished task names the agent that ran it and the call that started it. */
export function readNotification(draft: Draft, text: string): void {
  const head = text.slice(0, 2000);
  const agent = tag(head, 'task-id');
  const call = tag(head, 'tool-use-id');
  if (agent !== null && call !== null) factsOf(draft).spawns = [{ agent, call }];
}
