import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './hosts.ts';

/** Lines of a Claude Code transcript, drawn small: each call adds one record to a single chain. */
export interface Transcript {
  prompt(text: string): Transcript;
  /** One request and its answer. `read` is the size of the context that the model read. */
  answer(text: string, read?: number): Transcript;
  call(name: string, input: object, result: string): Transcript;
  raw(line: string): Transcript;
  /** The agent compacts: a boundary without a parent, then the summary that is in the place of all before it. */
  compact(summary: string): Transcript;
  /** The person goes back: what follows hangs on record `count` (1 is the first), and the rest is another branch. */
  backTo(count: number): Transcript;
  readonly lines: string[];
}

const START = Date.UTC(2026, 0, 5, 9, 0, 0);

export function transcript(session = '11111111-2222-4333-8444-555555555555', cwd = '/home/reader/notes'): Transcript {
  const lines: string[] = [];
  let parent: string | null = null;
  let count = 0;
  const idOf = (record: number): string => `aaaaaaaa-0000-4000-8000-${String(record).padStart(12, '0')}`;
  const add = (fields: object): void => {
    count += 1;
    const uuid = idOf(count);
    const timestamp = new Date(START + count * 7000).toISOString();
    const common = {
      uuid,
      parentUuid: parent,
      sessionId: session,
      timestamp,
      cwd,
      version: '2.1.0',
      isSidechain: false,
      userType: 'external',
    };
    lines.push(JSON.stringify({ ...common, ...fields }));
    parent = uuid;
  };
  const assistant = (content: object[], read: number): void => {
    const usage = { input_tokens: 10, cache_read_input_tokens: read - 10, cache_creation_input_tokens: 0, output_tokens: 20 };
    const message = { id: `msg_${count}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content, usage };
    add({ type: 'assistant', message });
  };
  const self: Transcript = {
    lines,
    prompt(text) {
      add({ type: 'user', message: { role: 'user', content: text } });
      return self;
    },
    answer(text, read = 1000 + count * 500) {
      assistant([{ type: 'text', text }], read);
      return self;
    },
    call(name, input, result) {
      const id = `toolu_${count}`;
      assistant([{ type: 'tool_use', id, name, input }], 1000 + count * 500);
      add({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] } });
      return self;
    },
    compact(summary) {
      const before = parent;
      parent = null;
      const compactMetadata = { trigger: 'auto', preTokens: 160_000 };
      add({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', logicalParentUuid: before, compactMetadata });
      add({ type: 'user', isCompactSummary: true, message: { role: 'user', content: summary } });
      return self;
    },
    raw(line) {
      lines.push(line);
      return self;
    },
    backTo(record) {
      parent = idOf(record);
      return self;
    },
  };
  return self;
}

/** Where Claude Code would keep it below a home folder. */
export function transcriptPath(name = '11111111-2222-4333-8444-555555555555'): string {
  return `.claude/projects/-home-reader-notes/${name}.jsonl`;
}

const SAMPLES = join(import.meta.dirname, '../resources/samples');

/** The sample sessions where their agents would keep them below a home folder. */
export function samples(): Files {
  return Object.fromEntries(
    globSync('{claude,codex,bub,pi}/**/*', { cwd: SAMPLES, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [`.${path.slice(SAMPLES.length + 1)}`, readFileSync(path, 'utf8').trimEnd().split('\n')];
      }),
  );
}
