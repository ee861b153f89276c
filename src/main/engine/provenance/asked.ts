import { type EntryRow, pathIn, type TapeRow, type View } from '../../../shared/model/index.ts';
import { contextSize, Flag, has } from '../../../shared/model/vocabulary.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import { formatById } from '../formats/index.ts';
import { jsonOrText } from '../formats/json.ts';
import { type Call, toolOf } from '../formats/tools/tool.ts';
import { tools } from '../formats/tools.ts';
import type { Asked } from './trace.ts';

/** Programs whose first word says little without the next one. */
const WITH_VERBS: ReadonlySet<string> = new Set(
  'git gh npm pnpm yarn npx bun bunx deno node-gyp cargo rustup go docker podman kubectl helm terraform make uv pip poetry dotnet mvn gradle'.split(
    ' ',
  ),
);

/** Words that say how something is run and not what. */
const RUNNERS: ReadonlySet<string> = new Set(['run', 'exec', 'x', 'dlx', 'sudo', 'time', 'env', 'nohup', 'command']);

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const VERB = /^[a-z][\w:.-]*$/i;

/** What a command line runs, in one or two words: "git diff", "pnpm vitest", "rg". */
export function commandName(line: string): string {
  const parts = line
    .trim()
    .split(/\s*(?:&&|\|\||;|\n)\s*/)
    .filter((part) => part !== '');
  const told = parts.find((part) => !/^(cd|export|set|source|\.)\s/.test(part)) ?? parts[0] ?? '';
  const words = told
    .split(/\s+/)
    .filter((word) => word !== '' && !ASSIGNMENT.test(word))
    .map((word) => word.replaceAll(/^['"]|['"]$/g, ''));
  while (words.length > 1 && RUNNERS.has(words[0] ?? '')) words.shift();
  const program = (words[0] ?? '').split(/[\\/]/).at(-1) ?? '';
  if (!WITH_VERBS.has(program)) return program.slice(0, 60);
  const verb = words.slice(1).find((word) => VERB.test(word) && !RUNNERS.has(word));
  return (verb === undefined ? program : `${program} ${verb}`).slice(0, 60);
}

/** A call of one tool as its agent's table reads it. */
export interface ReadCall {
  id: string | undefined;
  call: Call;
}

/** The calls of entries whose tools are known. Reads the records of all of them at once. */
export async function readCalls(tape: TapeRow, rows: readonly EntryRow[]): Promise<Map<number, ReadCall[]>> {
  const table = tools[tape.format];
  if (table === undefined) return new Map();
  const format = formatById(tape.format);
  const records = await loadRecords(tape, rows);
  const read = rows.map(({ seq }, at): [number, ReadCall[]] => {
    const record = records[at];
    const parts = record ? format.parts(record).filter(({ type }) => type === 'tool_call') : [];
    const calls = parts.flatMap(({ name, text, id }): ReadCall[] => {
      const call = name === undefined ? null : (toolOf(table, name)?.call(jsonOrText(text)) ?? null);
      return call === null ? [] : [{ id, call }];
    });
    return [seq, calls];
  });
  return new Map(read);
}

/** What each result in a view answers, by its entry; and which messages are the reports of tasks. */
export async function askedIn(catalog: Catalog, tape: TapeRow, { blocks }: View): Promise<Map<number, Asked>> {
  const seqs = blocks.flatMap(({ kind, entries: [seq] }) => (kind === 'tool_result' && seq !== undefined ? [seq] : []));
  const answers = catalog.entriesAt(tape.id, seqs).map(({ seq, results: [id] }) => ({
    seq,
    id,
    caller: id === undefined ? undefined : catalog.tool(tape.id, id).calls.findLast((call) => call < seq),
  }));
  const callers = [...new Set(answers.flatMap(({ caller }) => caller ?? []))];
  const read = await readCalls(tape, catalog.entriesAt(tape.id, callers));
  const agents = agentsOf(catalog, tape);
  return new Map([
    ...reportsIn(catalog, tape, blocks),
    ...answers.flatMap(({ seq, id, caller }): [number, Asked][] => {
      if (caller === undefined) return [];
      const calls = read.get(caller) ?? [];
      const own = calls.length === 1 ? calls[0] : calls.find((one) => one.id === id);
      const agent = agents.get(caller);
      const about = aboutOf(own?.call, tape.project) ?? (agent ? { group: 'agents' as const, name: agent.title } : null);
      return [[seq, { about, ...(agent && { agent: { tokens: agent.tokens, entries: agent.entries } }) }]];
    }),
  ]);
}

function reportsIn(catalog: Catalog, tape: TapeRow, blocks: View['blocks']): [number, Asked][] {
  const seqs = blocks.flatMap(({ tone, from, entries: [seq] }) => (tone === 'injected' && !from && seq !== undefined ? [seq] : []));
  const reports = catalog.entriesAt(tape.id, seqs).filter(({ flags }) => has(flags, Flag.Notification));
  return reports.map(({ seq }) => [seq, { about: null, ended: true }]);
}

/** What a call brings in, where that is a file, a command or the work of a sub-agent. */
function aboutOf(call: Call | undefined, project: string): Asked['about'] {
  switch (call?.as) {
    case 'read':
      return { group: 'files', name: pathIn(project, call.path) };
    case 'command': {
      const name = commandName(call.command);
      return name === '' ? null : { group: 'commands', name };
    }
    case 'agent':
      return { group: 'agents', name: call.title === '' ? (call.kind ?? 'sub-agent') : call.title };
    default:
      return null;
  }
}

/** Sub-agents with tapes of their own, by the entries that called them; what they held last is what was not passed on. */
function agentsOf(catalog: Catalog, tape: TapeRow): Map<number, { title: string; tokens: number | null; entries: number }> {
  return new Map(
    catalog.subagents(tape.id).flatMap((agent) => {
      if (agent.caller === null || agent.caller === undefined) return [];
      const usage = agent.steps > 0 ? catalog.step(agent.id, agent.steps).usage : null;
      const tokens = usage === null ? null : contextSize(usage);
      return [[agent.caller, { title: agent.title, tokens, entries: agent.entries }] as const];
    }),
  );
}
