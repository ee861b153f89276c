import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { drawing as copilot } from '../src/main/engine/formats/copilot/testing/drawing.ts';
import { drawing as gemini } from '../src/main/engine/formats/gemini/testing/drawing.ts';
import { drawing as kimi } from '../src/main/engine/formats/kimi/testing/drawing.ts';
import { drawing as langgraph } from '../src/main/engine/formats/langgraph/testing/drawing.ts';
import { unpack } from '../src/main/engine/formats/langgraph/unpack.ts';
import { drawing as openclaw } from '../src/main/engine/formats/openclaw/testing/drawing.ts';
import { drawing as opencode } from '../src/main/engine/formats/opencode/testing/drawing.ts';
import { drawing as otel } from '../src/main/engine/formats/otel/testing/drawing.ts';
import { drawing as qwen } from '../src/main/engine/formats/qwen/testing/drawing.ts';
import { nameOf } from '../src/main/engine/testing/laws/drawing.ts';
import { type Drawn, writeDrawn, writeLangGraph, writeOpenCode } from './drawn-sessions.ts';
import type { Bench, BenchRow } from './report.ts';
import { type Held, linesOfJson, type Sample, structureRows } from './structure.ts';

type Agent = Omit<Sample, 'folder' | 'target'>;

/** An agent that writes a record to a line. */
const lined = (name: string, format: string, drawn: Drawn): Agent => ({
  ...{ name, format, file: nameOf(drawn.drawing), ...linesOfJson },
  write: (path, bytes, seed) => writeDrawn(drawn, path, bytes, seed),
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
const thread: Drawn = { drawing: langgraph, own: /1f0d9101|"mill/g, repeats: 'all' };

const AGENTS: readonly Agent[] = [
  {
    ...{ name: 'OpenCode', format: 'opencode', file: 'opencode.db' },
    write: (path, bytes, seed) => writeOpenCode(openCode, path, bytes, seed),
    ...rowsOf('SELECT * FROM event ORDER BY aggregate_id, seq', 'data', 'JSON.parse', JSON.parse),
  },
  lined('Copilot CLI', 'copilot', { drawing: copilot, own: /-4000-80/g }),
  lined('Gemini CLI', 'gemini', { drawing: gemini, own: /-4000-80/g }),
  lined('Qwen Code', 'qwen', { drawing: qwen, own: /-4000-80/g }),
  lined('Kimi CLI', 'kimi', { drawing: kimi, own: /(?!)/g }),
  lined('OpenClaw', 'openclaw', { drawing: openclaw, own: /"(?:id|parentId|firstKeptEntryId)":"[0m]/g }),
  lined('OTLP JSON', 'otel', { drawing: otel, own: /0af76519|"spanId":"0|grinding/g, window: 100_000, repeats: 'window' }),
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
