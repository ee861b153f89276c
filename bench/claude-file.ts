import { closeSync, openSync, writeSync } from 'node:fs';

/** Numbers from 0 to 1 that are the same in every run. */
const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const SYLLABLES = [
  'ka',
  'lo',
  'ren',
  'ti',
  'ma',
  'sor',
  'vel',
  'un',
  'pa',
  'ed',
  'gri',
  'no',
  'zu',
  'che',
  'ba',
  'il',
  'or',
  'tan',
  'mi',
  'fes',
];

/** Invented words: short ones are frequent, long ones rare, as in any language. */
const vocabulary = (random: () => number, size: number): string[] =>
  Array.from({ length: size }, (_, rank) => {
    const length = 1 + Math.floor(Math.log2(rank + 2) / 5 + random() * 1.4);
    return Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
  });

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/**
 * A writer of invented prose and code. Word frequencies, the number of different words and their share of the characters are
 * those measured on real sessions: 136,000 words in a million characters, 28,000 different ones in seventeen.
 */
const createProse = (random: () => number) => {
  const words = vocabulary(random, 14_000);
  const pick = (from: readonly string[]): string => from[Math.floor(from.length ** random()) - 1] ?? 'ka';
  const word = (): string => pick(words);
  const names = Array.from({ length: 14_000 }, () => word() + capital(word()));
  const name = (): string => pick(names);
  const prose = (chars: number): string => {
    const parts: string[] = [];
    for (let length = 0; length < chars; ) {
      const next = random() < 0.08 ? `${word()}.\n` : word();
      parts.push(next);
      length += next.length + 1;
    }
    return parts.join(' ');
  };
  const line = (): string => {
    const kind = random();
    if (kind < 0.4) return `  ${word()}.${name()}(${word()}, "${word()} ${word()}");`;
    if (kind < 0.7) return `\tconst ${name()} = ${word()}[${Math.floor(random() * 90)}] ?? ${word()};`;
    return `src/${word()}/${word()}.ts:${Math.floor(random() * 900)}: ${word()} ${word()} ${word()}`;
  };
  const code = (chars: number): string => {
    const lines: string[] = [];
    for (let length = 0; length < chars; ) {
      const next = line();
      lines.push(next);
      length += next.length + 1;
    }
    return lines.join('\n');
  };
  return { word, prose, line, code };
};

const hex = (random: () => number, length: number): string => {
  let text = '';
  while (text.length < length)
    text += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return text.slice(0, length);
};

const uuid = (random: () => number): string =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`;

/** Who writes sessions one after the other, with one vocabulary. */
interface Writer {
  random: () => number;
  words: ReturnType<typeof createProse>;
}

/** A writer; the same seed writes the same. */
export function claudeWriter(seed = 7): Writer {
  const random = seeded(seed);
  return { random, words: createProse(random) };
}

/**
 * Writes a session of `bytes` bytes with the shape of Claude Code's: streamed answers of several lines, parallel calls, results
 * with their structured copy, progress, attachments, sidecars. All text is invented. Answers the number of lines.
 */
export function writeClaudeFile(path: string, bytes: number, seed = 7): number {
  return writeClaudeSession(path, bytes, claudeWriter(seed));
}

/** The same, by a writer who has written before. */
export function writeClaudeSession(path: string, bytes: number, { random, words: { word, prose, line, code } }: Writer): number {
  const file = openSync(path, 'w');
  const session = uuid(random);
  let parent: string | null = null;
  let time = Date.UTC(2026, 0, 5);
  let lines = 0;
  let written = 0;
  let pending: string[] = [];
  const put = (record: object): void => {
    const text = JSON.stringify(record);
    pending.push(text);
    lines += 1;
    written += text.length + 1;
    if (pending.length < 500) return;
    writeSync(file, `${pending.join('\n')}\n`);
    pending = [];
  };
  const node = (type: string, fields: object): string => {
    const id = uuid(random);
    time += Math.floor(random() * 3000);
    put({
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/mia/harbour',
      sessionId: session,
      version: '2.1.100',
      gitBranch: 'main',
      type,
      ...fields,
      uuid: id,
      timestamp: new Date(time).toISOString(),
    });
    parent = id;
    return id;
  };
  let context = 20_000;
  const answer = (message: string, content: object): string =>
    node('assistant', {
      requestId: `req_${message.slice(4)}`,
      message: {
        model: 'claude-sonnet-4-5-20250929',
        id: message,
        type: 'message',
        role: 'assistant',
        content: [content],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: 4,
          cache_creation_input_tokens: 900,
          cache_read_input_tokens: context,
          cache_creation: { ephemeral_5m_input_tokens: 900, ephemeral_1h_input_tokens: 0 },
          output_tokens: 120,
          service_tier: 'standard',
        },
      },
    });
  /** The structured copy of an edit: many short strings, which are slower to parse than a long one. */
  const patch = (): object => {
    const hunk = () => ({ oldStart: 10, oldLines: 12, newStart: 10, newLines: 13, lines: Array.from({ length: 24 }, () => ` ${line()}`) });
    return {
      filePath: `/home/mia/harbour/src/${word()}.ts`,
      oldString: code(300),
      newString: code(320),
      structuredPatch: [hunk(), hunk()],
      userModified: false,
    };
  };
  const step = (): void => {
    const message = `msg_${hex(random, 24)}`;
    context = (context + 900) % 190_000;
    if (random() < 0.4) answer(message, { type: 'thinking', thinking: prose(300 + random() * 900), signature: hex(random, 300) });
    if (random() < 0.5) answer(message, { type: 'text', text: prose(100 + random() * 600) });
    const calls = Array.from({ length: 1 + Math.floor(random() * 2) }, () => `toolu_${hex(random, 24)}`);
    const issued = calls.map((id) =>
      answer(message, {
        type: 'tool_use',
        id,
        name: random() < 0.5 ? 'Read' : 'Bash',
        input: { file_path: `/home/mia/harbour/src/${word()}.ts`, command: code(80 + random() * 300) },
      }),
    );
    for (const [at, id] of calls.entries()) {
      parent = issued[at] ?? parent;
      const edited = random() < 0.3;
      const output = edited
        ? `The file has been updated:\n${code(150)}`
        : random() < 0.6
          ? code(200 + random() * 2600)
          : prose(200 + random() * 1500);
      node('user', {
        message: { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content: output }] },
        toolUseResult: edited ? patch() : { stdout: output, stderr: '', interrupted: false, isImage: false },
        sourceToolAssistantUUID: issued[at],
      });
    }
    if (random() < 0.15)
      node('progress', {
        data: { type: 'hook_progress', hookEvent: 'PostToolUse', hookName: word(), command: 'callback' },
        toolUseID: calls[0],
        parentToolUseID: calls[0],
      });
    if (random() < 0.1) node('attachment', { attachment: { type: 'task_reminder', content: [prose(200)], itemCount: 1 } });
  };
  while (written < bytes) {
    node('user', { message: { role: 'user', content: prose(60 + random() * 300) }, promptId: uuid(random), permissionMode: 'default' });
    put({
      type: 'file-history-snapshot',
      messageId: parent,
      snapshot: { messageId: parent, trackedFileBackups: {}, timestamp: new Date(time).toISOString() },
      isSnapshotUpdate: false,
    });
    for (let left = 3 + random() * 12; left > 0; left--) step();
    node('system', { subtype: 'turn_duration', durationMs: Math.floor(random() * 90_000), isMeta: false });
  }
  if (pending.length > 0) writeSync(file, `${pending.join('\n')}\n`);
  closeSync(file);
  return lines;
}

/** Writes a session of `count` short entries, a chain of prompts and answers: for what depends on their number, not on their bytes. */
export function writeShortEntries(path: string, count: number, seed = 9): void {
  const random = seeded(seed);
  const { prose } = createProse(random);
  const file = openSync(path, 'w');
  const session = uuid(random);
  let parentUuid: string | null = null;
  for (let from = 0; from < count; from += 1000) {
    const lines = Array.from({ length: Math.min(1000, count - from) }, (_, at) => {
      const id = uuid(random);
      const text = prose(80 + random() * 160);
      const base = {
        parentUuid,
        sessionId: session,
        uuid: id,
        timestamp: new Date(Date.UTC(2026, 0, 5) + (from + at) * 500).toISOString(),
      };
      parentUuid = id;
      const message =
        at % 2 === 0
          ? { role: 'user', content: text }
          : { id: `msg_${from + at}`, role: 'assistant', model: 'claude-sonnet-4-5', content: [{ type: 'text', text }] };
      return JSON.stringify({ ...base, type: at % 2 === 0 ? 'user' : 'assistant', message });
    });
    writeSync(file, `${lines.join('\n')}\n`);
  }
  closeSync(file);
}
