import { describe, expect, it } from 'vitest';
import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag } from '../../../shared/model/vocabulary.ts';
import { blockOf } from './blocks.ts';

const row = (change: Partial<EntryRow>): EntryRow => ({
  seq: 7,
  kind: 'message',
  role: 'user',
  time: null,
  line: 7,
  offset: 0,
  length: 1,
  id: 'u7',
  parentSeq: null,
  danglingParent: null,
  step: null,
  origin: 7,
  flags: Flag.Sent,
  label: '',
  chars: 10,
  calls: [],
  results: [],
  ...change,
});

const facts = { toolOf: () => null, counted: () => undefined, estimated: () => 3, subagentOf: () => null };

describe('the tone of a block', () => {
  it.each([
    ['a prompt', { flags: Flag.Sent | Flag.Prompt }, 'user'],
    ['a queued prompt', { flags: Flag.Sent | Flag.Prompt | Flag.Queued }, 'user'],
    ['the prompt of a sub-agent', { flags: Flag.Sent | Flag.Sidechain }, 'user'],
    ['a skill text', { flags: Flag.Sent | Flag.Meta }, 'injected'],
    ["a task's answer", { flags: Flag.Sent | Flag.Notification }, 'injected'],
    ['an attachment', { kind: 'attachment', role: null }, 'injected'],
    ['a summary', { flags: Flag.Sent | Flag.Summary | Flag.Meta }, 'summary'],
    ['a failed call', { kind: 'tool_result', role: 'tool' as const, flags: Flag.Sent | Flag.Failed }, 'error'],
    ['thinking', { role: 'assistant' as const, flags: Flag.Sent | Flag.Thinking }, 'thinking'],
    ['a call', { kind: 'tool_call', role: 'assistant' as const }, 'call'],
  ])('of %s tells who put it there', (_, change, tone) => {
    expect(blockOf({ seq: 7 }, row(change), facts).tone).toBe(tone);
  });
});
