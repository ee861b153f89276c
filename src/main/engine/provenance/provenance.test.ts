import { describe, expect, it } from 'vitest';
import { importRecords } from '../views/testing/imported.ts';
import { commandName } from './asked.ts';
import { lineNaming } from './facts.ts';
import { provenanceMethods } from './methods.ts';

const context = { signal: new AbortController().signal } as never;

/** A session of Claude Code: two reads of one file, a command, an edit, and a compaction whose summary names the file. */
const records = () => {
  const lines: Record<string, unknown>[] = [];
  const add = (fields: object, root = false): void => {
    const id = (at: number): string => `aaaaaaaa-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const at = lines.length;
    lines.push({
      ...{ uuid: id(at), parentUuid: at === 0 || root ? null : id(at - 1), sessionId: '11111111-2222-4333-8444-555555555555' },
      ...{ timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, at)).toISOString(), cwd: '/home/ann/boats', version: '2.1.0' },
      ...{ isSidechain: false, userType: 'external', ...fields },
    });
  };
  const user = (content: unknown, more: object = {}): void => add({ type: 'user', message: { role: 'user', content }, ...more });
  const answer = (content: object[], size: number): void =>
    add({
      type: 'assistant',
      message: {
        ...{ id: `msg_${lines.length}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content },
        usage: { input_tokens: size, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 9 },
      },
    });
  const call = (name: string, input: object, result: string, size: number): void => {
    const id = `toolu_${lines.length}`;
    answer([{ type: 'tool_use', id, name, input }], size);
    user([{ type: 'tool_result', tool_use_id: id, content: result }]);
  };
  user('Which boat is green?');
  call('Read', { file_path: '/home/ann/boats/mast.ts' }, 'the mast is green\n'.repeat(40), 3000);
  add(
    {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 9000 },
    },
    true,
  );
  user('So far:\n- mast.ts says that the mast is green', { isCompactSummary: true });
  call('Read', { file_path: '/home/ann/boats/mast.ts' }, 'the mast is green\n'.repeat(40), 3200);
  call('Bash', { command: 'cd boats && git diff --stat' }, 'mast.ts | 2 +-', 3700);
  call('Edit', { file_path: '/home/ann/boats/mast.ts', old_string: 'green', new_string: 'red' }, 'The file was updated.', 3800);
  const queued = (prompt: string, commandMode: string): void =>
    add({ type: 'attachment', attachment: { type: 'queued_command', prompt, commandMode } });
  queued('And the sail?', 'prompt');
  queued('<task-notification>\n<task-id>a1</task-id>\n<result>The sail is white.</result>\n</task-notification>', 'task-notification');
  answer([{ type: 'text', text: 'It is red now.' }], 4000);
  return lines;
};

describe('the provenance of a session', () => {
  it('names files, commands, prompts and summaries, and what a summary is in the place of', async () => {
    const { store, tape } = importRecords(records() as never);
    const methods = provenanceMethods({ catalog: store.catalog });
    const graph = await methods['provenance.get']({ tape, next: true, policy: 'as-recorded', open: [] }, context);
    const named = new Map(graph.sources.map((source) => [source.name, source]));
    expect(named.get('mast.ts')).toMatchObject({ group: 'files', code: true, blocks: 1 });
    expect(named.get('git diff')).toMatchObject({ group: 'commands', blocks: 1 });
    expect(named.get('Edit')).toMatchObject({ group: 'tools' });
    // What a person typed while the agent worked is a prompt; what a task reported then is neither that nor a part of the setup.
    expect(named.get('1 prompt')).toMatchObject({ group: 'you' });
    expect(named.get('Tasks that ended')).toMatchObject({ group: 'agents', blocks: 1, tone: 'injected' });
    expect(graph.sources.some(({ name }) => name === 'queued command')).toBe(false);
    const summary = graph.sources.find(({ group }) => group === 'phases');
    expect(summary?.absent).toMatchObject({ what: 'replaces', entries: 3 });
    expect(graph.ways.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Read', 'Bash', 'Edit', 'compaction', 'written by the model']),
    );
    const entry = named.get('mast.ts')?.entry ?? 0;
    const facts = await methods['provenance.facts']({ tape, next: true, policy: 'as-recorded', seq: entry }, context);
    expect(facts).toMatchObject({ path: '/home/ann/boats/mast.ts', call: entry - 1, stated: { line: 2 } });
    expect(facts.earlier).toMatchObject([{ entry: 3, same: true }]);
    expect(facts.edited).toHaveLength(1);
    store.close();
  });

  it('has all in common with itself', async () => {
    const { store, tape } = importRecords(records() as never);
    const side = { tape, next: true as const, policy: 'as-recorded' };
    const pair = await provenanceMethods({ catalog: store.catalog })['provenance.pair']({ a: side, b: side }, context);
    expect(pair.same).toBe(pair.a.total);
    expect(pair.flows.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(2 * pair.a.total);
    for (const { same, tokens, source } of pair.flows) {
      expect(same).toBe(tokens);
      expect(pair.sources.some(({ id }) => id === source)).toBe(true);
    }
    store.close();
  });
});

describe('the name of a command', () => {
  it('is its program, with the verb of those that do many things', () => {
    const named = [
      'cd a && git diff --stat',
      'pnpm vitest run x',
      'npm run -s test:unit -- a',
      'FOO=1 /usr/bin/rg boat src',
      'ls',
      '',
      'git -C /home/ann/x log',
    ];
    expect(named.map(commandName)).toEqual(['git diff', 'pnpm vitest', 'npm test:unit', 'rg', 'ls', '', 'git log']);
  });
});

describe('the line that names a file', () => {
  it('has its path, or its name as a word', () => {
    expect(lineNaming(['a', 'see src/map.ts'], 'src/map.ts')).toBe(1);
    expect(lineNaming(['roadmap.ts', 'map.ts: E1051 stays'], 'src/map.ts')).toBe(1);
    expect(lineNaming(['roadmap.tsx'], 'src/map.ts')).toBe(-1);
  });
});
