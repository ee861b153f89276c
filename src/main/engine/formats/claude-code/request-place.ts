import type { JsonObject, WireMessage } from '../format.ts';
import { asObject, asString, isObject } from '../json.ts';
import type { Candidates, Numbered, Placed, Spoken } from '../request.ts';
import { blocksOf, toBlocks } from './content.ts';
import { renderedBlocks } from './rendered.ts';

/**
 * Finds the entries that the blocks of a request are from. Calls and results are known by their ids. All other text is compared: an
 * attachment says how it was sent, a prompt is sent as it was typed, and either may have gained a line feed or been folded into the end of a
 * tool result. Each text of an entry is found once, and all texts of an entry in blocks that follow each other.
 */
export function placeRequest(messages: readonly (WireMessage | Spoken)[], candidates: Candidates): Placed[] {
  // What the log holds as lines is known for certain, so that no text elsewhere may claim these entries first.
  const claims = createClaims(messages.flatMap((message) => (isSpoken(message) ? message.blocks : [])));
  const words = createWords(candidates.records);
  const find: Find = (text) => words.take(text, claims);
  return messages.map((one): Placed => {
    if (isSpoken(one)) return { message: one.message, blocks: one.blocks.map((seq) => [claims.last(seq)]) };
    return { message: one, blocks: toBlocks(one.content).map((block) => claims.after(entriesIn(block, candidates, find, claims))) };
  });
}

interface Claims {
  /** Whether a block may be from this entry: no block before is, but for the one right before. */
  free(seq: number): boolean;
  take(seq: number | null): number[];
  /** Notes what the newest block is from, and gives it back. */
  after(seqs: number[]): number[];
  last(seq: number): number;
}

function createClaims(spoken: readonly number[]): Claims {
  const taken = new Set(spoken);
  let newest: readonly number[] = [];
  const free = (seq: number): boolean => !taken.has(seq) || (newest.length === 1 && newest[0] === seq);
  return {
    free,
    take(seq) {
      if (seq === null || !free(seq)) return [];
      taken.add(seq);
      return [seq];
    },
    after(seqs) {
      newest = seqs;
      return seqs;
    },
    last(seq) {
      newest = [seq];
      return seq;
    },
  };
}

const isSpoken = (one: WireMessage | Spoken): one is Spoken => Array.isArray(one.blocks) && isObject(one.message);

type Find = (text: string) => number[];

function entriesIn(block: JsonObject, candidates: Candidates, find: Find, claims: Claims): number[] {
  if (block.type === 'tool_result') return entriesInResult(block, candidates, find, claims);
  if (block.type === 'tool_use') return claims.take(candidates.callOf(asString(block.id) ?? ''));
  const text = asString(block.text) ?? asString(block.thinking);
  return text === null ? find(keyOfBlock(block)) : find(text);
}

/** The entry of the result itself, then those of the reminders that were folded into its end. */
function entriesInResult(block: JsonObject, candidates: Candidates, find: Find, claims: Claims): number[] {
  const own = claims.take(candidates.resultOf(asString(block.tool_use_id) ?? ''));
  if (typeof block.content === 'string') return [...own, ...foldedIn(block.content, find)];
  return [
    ...own,
    ...toBlocks(block.content).flatMap((inner) => (typeof inner.text === 'string' ? foldedIn(`\n\n${inner.text}`, find) : [])),
  ];
}

const FOLD = '\n\n<system-reminder>';

/** Entries whose words end a text, in their order. A reminder may hold another one, so each place where one could begin is tried. */
function foldedIn(text: string, find: Find): number[] {
  const found: number[][] = [];
  let end = text.length;
  for (let at = text.lastIndexOf(FOLD); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(FOLD, at - 1)) {
    const seqs = find(text.slice(at + 2, end));
    if (seqs.length === 0) continue;
    found.unshift(seqs);
    end = at;
  }
  return found.flat();
}

interface Words {
  /** The first entry that has these words and may be claimed. Each of its texts is given once. */
  take(text: string, claims: Claims): number[];
}

/** The texts that each record may have been sent as, with line feeds at the end left out. */
function createWords(records: readonly Numbered[]): Words {
  const having = new Map<string, number[]>();
  for (const { seq, record } of records)
    for (const text of textsOf(record)) {
      const key = text.trimEnd();
      const held = having.get(key);
      if (held) held.push(seq);
      else if (key !== '') having.set(key, [seq]);
    }
  return {
    take(text, claims) {
      const seqs = having.get(text.trimEnd()) ?? [];
      const at = seqs.findIndex((seq) => claims.free(seq));
      return at < 0 ? [] : claims.take(seqs.splice(at, 1)[0] ?? null);
    },
  };
}

function textsOf(record: JsonObject): string[] {
  if (record.type === 'attachment') return [record, { rendered: record.renderedInHumanTurn ?? null }].flatMap(attachmentTexts);
  if (record.type === 'system') return [asString(record.content) ?? ''];
  return blocksOf(record).map((block) => asString(block.text) ?? asString(block.thinking) ?? keyOfBlock(block));
}

function attachmentTexts(record: JsonObject): string[] {
  const rendered = renderedBlocks(record);
  if (rendered !== null) return rendered.map((block) => asString(block.text) ?? keyOfBlock(block));
  const file = asObject(asObject(asObject(record.attachment)?.content)?.file);
  return typeof file?.base64 === 'string' ? [keyOfBlock({ type: 'image', source: { data: file.base64 } })] : [];
}

/** A picture or a document by its bytes, anything else by what it is. */
function keyOfBlock(block: JsonObject): string {
  const source = asObject(block.source);
  return `${asString(block.type) ?? ''} ${asString(source?.data) ?? JSON.stringify(source ?? block)}`;
}
