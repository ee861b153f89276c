import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CORE_SCHEMA, load } from 'js-yaml';
import { openZip } from '../src/main/engine/bytes/zip.ts';
import { drawing as amp } from '../src/main/engine/formats/amp/testing/drawing.ts';
import { drawing as atif } from '../src/main/engine/formats/atif/testing/drawing.ts';
import { drawing as bub } from '../src/main/engine/formats/bub/testing/drawing.ts';
import { drawing as chatlist } from '../src/main/engine/formats/chatlist/testing/drawing.ts';
import { drawing as cline } from '../src/main/engine/formats/cline/testing/drawing.ts';
import { drawing as copilot } from '../src/main/engine/formats/copilot/testing/drawing.ts';
import { drawing as entire } from '../src/main/engine/formats/entire/testing/drawing.ts';
import { drawing as gemini } from '../src/main/engine/formats/gemini/testing/drawing.ts';
import { drawing as goose } from '../src/main/engine/formats/goose/testing/drawing.ts';
import { drawing as inspect } from '../src/main/engine/formats/inspectai/testing/drawing.ts';
import { drawing as kimi } from '../src/main/engine/formats/kimi/testing/drawing.ts';
import { drawing as langgraph } from '../src/main/engine/formats/langgraph/testing/drawing.ts';
import { unpack } from '../src/main/engine/formats/langgraph/unpack.ts';
import { drawing as ohMyPi } from '../src/main/engine/formats/oh-my-pi/testing/drawing.ts';
import { drawing as openclaw } from '../src/main/engine/formats/openclaw/testing/drawing.ts';
import { drawing as opencode } from '../src/main/engine/formats/opencode/testing/drawing.ts';
import { drawing as openhands } from '../src/main/engine/formats/openhands/testing/drawing.ts';
import { drawing as otel } from '../src/main/engine/formats/otel/testing/drawing.ts';
import { drawing as qwen } from '../src/main/engine/formats/qwen/testing/drawing.ts';
import { drawing as roo } from '../src/main/engine/formats/roo/testing/drawing.ts';
import { drawing as sweAgent } from '../src/main/engine/formats/swe-agent/testing/drawing.ts';
import { drawing as tapeagents } from '../src/main/engine/formats/tapeagents/testing/drawing.ts';
import { drawing as wirelog } from '../src/main/engine/formats/wirelog/testing/drawing.ts';
import { type Drawing, nameOf } from '../src/main/engine/testing/laws/drawing.ts';
import {
  type Drawn,
  INSPECT_SAMPLE,
  writeDrawn,
  writeGoose,
  writeInspect,
  writeLangGraph,
  writeOpenCode,
  writeYaml,
} from './drawn-sessions.ts';
import type { Bench, BenchRow } from './report.ts';
import { documentOfJson, type Held, linesOfJson, type Sample, structureRows } from './structure.ts';

type Agent = Omit<Sample, 'folder' | 'target'>;

/** No id of such a session is its own. */
const NONE = /(?!)/g;

/** An agent that writes a record to a line, or all of them in a document. */
const written = (name: string, format: string, drawing: Drawing, own = NONE, more: Omit<Drawn, 'drawing' | 'own'> = {}): Agent => ({
  ...{ name, format, file: nameOf(drawing), ...(drawing.document ? documentOfJson : linesOfJson) },
  write: (path, bytes, seed) => writeDrawn({ drawing, own, ...more }, path, bytes, seed),
});

/** The rows that an adapter reads, and what has to be unpacked of each. */
const rowsOf = (query: string, column: string, unpacking: string, take: (value: never) => unknown) => ({
  held(path: string): Held {
    const rows = (): Record<string, unknown>[] => {
      const db = new Database(path, { readonly: true });
      const found = db.prepare<[], Record<string, unknown>>(query).all();
      db.close();
      return found;
    };
    const bytes = rows().reduce((sum, row) => sum + (row[column] as string | Buffer).length, 0);
    const unpacked = () => rows().map((row) => take(row[column] as never));
    return { bytes, yardsticks: { 'reading the same rows': rows, [`reading the same rows, and ${unpacking}`]: unpacked } };
  },
});

const openCode: Drawn = { drawing: opencode, own: /"(?:msg|prt)_0|"ses_d/g };
const tape: Drawn = { drawing: tapeagents, own: /"id":"(?:tape|step)/g };
const thread: Drawn = { drawing: langgraph, own: /1f0d9101|"mill/g, repeats: 'all' };

const AGENTS: readonly Agent[] = [
  {
    ...{ name: 'OpenCode', format: 'opencode', file: 'opencode.db' },
    write: (path, bytes, seed) => writeOpenCode(openCode, path, bytes, seed),
    ...rowsOf('SELECT * FROM event ORDER BY aggregate_id, seq', 'data', 'JSON.parse', JSON.parse),
  },
  written('Copilot CLI', 'copilot', copilot, /-4000-80/g),
  written('Gemini CLI', 'gemini', gemini, /-4000-80/g),
  written('Qwen Code', 'qwen', qwen, /-4000-80/g),
  written('Kimi CLI', 'kimi', kimi),
  written('OpenClaw', 'openclaw', openclaw, /"(?:id|parentId|firstKeptEntryId)":"[0m]/g),
  written('Oh My Pi', 'oh-my-pi', ohMyPi, /"(?:id|parentId|firstKeptEntryId)":"[0m]/g),
  written('Bub', 'bub', bub, /"run-/g),
  written('OTLP JSON', 'otel', otel, /0af76519|"spanId":"0|grinding/g, { window: 100_000, repeats: 'window' }),
  written('captures', 'wirelog', wirelog, /grinding|"msg_/g, { window: 100_000, repeats: 'window' }),
  written('chat list', 'chatlist', chatlist),
  written('chat list in a document', 'chatlist', { ...chatlist, ...chatlist.also }),
  written('Entire', 'entire', entire, /"msg_/g),
  written('Amp', 'amp', amp, /0b1c2d3e/g),
  written('Cline', 'cline', cline),
  written('Roo', 'roo', roo),
  written('OpenHands', 'openhands', openhands, /"id":"response/g),
  written('ATIF', 'atif', atif, /"session_id":"drawn/g),
  written('SWE-agent', 'swe-agent', sweAgent),
  written('TapeAgents', 'tapeagents', tapeagents, tape.own),
  {
    ...written('TapeAgents in YAML', 'tapeagents', tapeagents),
    ...{ file: 'tapes.yaml', write: (path, bytes, seed) => writeYaml(tape, path, bytes, seed) },
    held(path) {
      const bytes = readFileSync(path);
      const parse = () => load(bytes.toString(), { schema: CORE_SCHEMA });
      return { bytes: bytes.length, yardsticks: { 'js-yaml of the same bytes': parse } };
    },
  },
  written('Goose in lines', 'goose', goose),
  {
    ...{ name: 'Goose', format: 'goose', file: 'sessions.db' },
    write: (path, bytes, seed) => writeGoose({ drawing: goose, own: NONE }, path, bytes, seed),
    ...rowsOf('SELECT * FROM messages ORDER BY id', 'content_json', 'JSON.parse', JSON.parse),
  },
  {
    ...{ name: 'Inspect', format: 'inspectai', file: 'mill.eval' },
    write: (path, bytes, seed) => writeInspect({ drawing: inspect, own: /"uuid":"event/g, repeats: 'all' }, path, bytes, seed),
    held(path) {
      const text = (): string => {
        const zip = openZip(path);
        const bytes = zip.read(INSPECT_SAMPLE);
        zip.close();
        return String(bytes);
      };
      return { bytes: text().length, yardsticks: { 'unpacking it, and JSON.parse': () => JSON.parse(text()) } };
    },
  },
  {
    ...{ name: 'LangGraph', format: 'langgraph', file: 'checkpoints.sqlite' },
    write: (path, bytes, seed) => writeLangGraph(thread, path, bytes, seed),
    ...rowsOf('SELECT * FROM checkpoints ORDER BY checkpoint_id', 'checkpoint', 'unpacking', unpack),
  },
];

/** Structure of one long session of each agent that `ingest` has no row of, against reading the same bytes. */
export const run: Bench = async ({ quick }) => {
  const rows: BenchRow[] = [];
  for (const agent of AGENTS) {
    const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
    try {
      rows.push(...(await structureRows({ ...agent, folder, target: 0.4 }, quick)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows;
};
