import type { Memory, MemoryHit, TapeRow } from '../../../shared/model/index.ts';
import type { MemoryScope } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { tapesInScope } from '../../engine/memory/indexed.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { shortIds } from '../format/ids.ts';
import { count, plural } from '../format/number.ts';
import { paintSnippet } from '../format/snippet.ts';
import { type Layout, roleStyle } from '../format/style.ts';
import { iso } from '../format/time.ts';
import { displayWidth, pad, truncate } from '../format/width.ts';
import { idOf, wholeOf } from '../options.ts';
import { wholeTape } from '../points.ts';
import { indexAll } from './search-imported.ts';

export const command: Declaration = {
  flags: [
    { name: 'family', description: 'look in its forks, its family and the other sessions of its workspace' },
    { name: 'workspace', description: 'look in all tapes of its workspace, or of its project' },
    { name: 'all', description: 'look in all tapes of the catalog' },
    { name: 'before', value: 'ENTRY', description: 'entries of the tape before this one only' },
    { name: 'limit', value: 'N', description: 'hits to print, 1 to 200 (default: 20)' },
    ...WHICH,
    json,
  ],
  notes: [
    'Unlike a search, entries with some of the words qualify; those with more and rarer words come first (bm25).',
    'Reads each hit from its source and compares its checksum; leaves out and counts what has changed.',
    'Indexes new text first. A damaged index gives no hits, says so, and is rebuilt.',
    'Without FILE or ID it takes the native tape of this directory; --session and --fork choose among those.',
  ],
  example: ['tape memory "rate limit of the answer" session.jsonl', 'the entries that say most about it, whatever phase they are in'],
  run,
};

const LONGEST_QUERY = 500;

const SCOPES = ['all', 'family', 'workspace'] as const;

const scopeOf = ({ options }: Given): MemoryScope => {
  const given = SCOPES.filter((scope) => options[scope] !== undefined);
  if (given.length > 1) throw new TapeError('bad-input', `Give --${given[0]} or --${given[1]}, not both.`);
  return given[0] ?? 'tape';
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const [query = '', ...rest] = given.operands;
  if (query.trim() === '' || query.length > LONGEST_QUERY) {
    throw new TapeError('bad-input', `A query has 1 to ${LONGEST_QUERY} characters.`);
  }
  const scope = scopeOf(given);
  const limit = wholeOf(given, 'limit', 20, [1, 200]);
  const before = idOf(given, 'before');
  const open = await session();
  const { catalog } = open.engine;
  const { id } = await wholeTape(open, { ...given, operands: rest }, 'memory');
  await indexAll(open, terminal, tapesInScope(catalog, id, scope));
  const { hits, ...state } = await open.call('memory.query', { query, tape: id, scope, limit, ...(before !== undefined && { before }) });
  if (json) terminal.json({ items: hits.map(({ tape, seq, time, ...hit }) => ({ tape, entry: seq, time: iso(time), ...hit })), ...state });
  else terminal.print(formatMemory(query, { hits, ...state }, catalog.tapes(), terminal.layout));
  return undefined;
}

/** Below this width the words of a hit are worth more than its step. */
const WIDE = 100;

const scoreOf = ({ score }: MemoryHit): string => pad(score.toFixed(1), 5, 'right');

const hitLine = (hit: MemoryHit, { width, style }: Layout, tape: string | null): string => {
  const step = width < WIDE ? '' : `${pad(hit.step === null ? '' : `step ${count(hit.step)}`, 9)}  `;
  const head = `${scoreOf(hit)}  ${tape === null ? '' : `${tape}  `}${pad(`#${count(hit.seq)}`, 8)}  ${step}`;
  const name = width < WIDE ? 13 : 24;
  const phase = pad(truncate(clean(hit.phase), name), name);
  const role = pad(truncate(clean(hit.role ?? hit.kind), 9), 9);
  const room = Math.max(20, width - displayWidth(`${head}${phase}  ${role}  `));
  return `${style.dim(head)}${phase}  ${roleStyle(style, hit.role)(role)}  ${paintSnippet(hit, room, style)}`;
};

/** Hits with the best first, then how much was asked and what was not. */
const formatMemory = (query: string, memory: Memory, tapes: readonly TapeRow[], layout: Layout): string[] => {
  const { hits, notes, index } = memory;
  const { style } = layout;
  const short = shortIds(tapes.map(({ id }) => id));
  const several = new Set(hits.map(({ tape }) => tape)).size > 1;
  const lines = hits.map((hit) => hitLine(hit, layout, several ? clean(short.get(hit.tape) ?? hit.tape) : null));
  const asked = index === 'whole' || index === 'partial';
  const none = asked && hits.length === 0 ? [`No hits for “${truncate(clean(query), 60)}”.`] : [];
  const sum = hits.length === 0 ? [] : ['', style.dim(`${plural(hits.length, 'hit')}, each read from its source and checked`)];
  return [...lines, ...none, ...sum, ...notes.map((note) => style.dim(clean(note)))];
};
