import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { claudeTree } from '../../testing/tree.ts';
import type { JsonObject } from '../format.ts';
import { claudeCode } from './format.ts';

const record = (attachment: JsonObject, over: JsonObject = {}): JsonObject => {
  const [drawn] = claudeTree('x1 attach tide ""');
  return { ...drawn, attachment, ...over };
};

const REMINDER = '<system-reminder>\nHigh water is at six.\n</system-reminder>';
const tide = record({ type: 'tide', at: 6 }, { rendered: [{ content: REMINDER }], renderedRole: 'system' });

describe('an attachment that says how it was sent', () => {
  it('is sent in these very words', () => {
    expect(claudeCode.messages([tide])).toEqual([{ role: 'user', content: REMINDER }]);
  });

  it('is shown, listed and found without the tags around it', () => {
    expect(claudeCode.text(tide)).toBe('High water is at six.');
    expect(claudeCode.preview(tide)).toBe('High water is at six.');
    expect(claudeCode.parts(tide)[0]).toMatchObject({ type: 'text', text: 'High water is at six.' });
  });

  it('weighs what was sent', () => {
    expect(claudeCode.read(tide).chars).toBe(REMINDER.length);
  });

  it('is sent in several blocks where it became several', () => {
    const file = record({ type: 'file' }, { rendered: [{ content: 'Called' }, { content: [{ type: 'text', text: 'Result' }] }] });
    expect(claudeCode.messages([file])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Called' },
          { type: 'text', text: 'Result' },
        ],
      },
    ]);
  });

  it('counts as sent whatever its type, and as before where it does not say so', () => {
    const silent = { type: 'hook_system_message', content: 'hello' };
    expect(has(claudeCode.read(record(silent)).flags, Flag.Sent)).toBe(false);
    expect(has(claudeCode.read(record(silent, { rendered: [{ content: REMINDER }] })).flags, Flag.Sent)).toBe(true);
  });

  it('is a prompt in the list and the wrapped text on the wire where it was queued', () => {
    const wrapped = '<system-reminder>\nThe user says:\ncast off\n</system-reminder>';
    const queued = record({ type: 'queued_command', prompt: 'cast off' }, { rendered: [{ content: wrapped }] });
    expect(claudeCode.preview(queued)).toBe('cast off');
    expect(claudeCode.messages([queued])).toEqual([{ role: 'user', content: wrapped }]);
    expect(claudeCode.read(queued).chars).toBe(wrapped.length);
  });

  it('keeps what the program only stores away from the model', () => {
    for (const type of ['prompt_snapshot', 'deferred_tools_record'])
      expect(has(claudeCode.read(record({ type, systemPrompt: ['Be kind.'] })).flags, Flag.Sent)).toBe(false);
  });
});
