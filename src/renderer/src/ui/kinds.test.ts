import { describe, expect, it } from 'vitest';
import { Flag } from '../../../shared/model/vocabulary.ts';
import { entryTone, kindColour, kindWord } from './kinds.ts';

describe('what an entry is called in a list', () => {
  it.each([
    ['message', 'user', Flag.Sent | Flag.Prompt, 'user', 'var(--k-user)'],
    ['message', 'user', Flag.Sent | Flag.Meta, 'injected', 'var(--k-event)'],
    ['message', 'user', Flag.Sent | Flag.Notification, 'injected', 'var(--k-event)'],
    ['message', 'user', Flag.Sent | Flag.Summary | Flag.Meta, 'summary', 'var(--k-anchor)'],
    ['message', 'assistant', Flag.Sent | Flag.Thinking, 'thinking', 'var(--k-assistant)'],
    ['attachment', 'user', Flag.Sent, 'attachment', 'var(--k-event)'],
    ['tool_call', 'assistant', Flag.Sent, 'call', 'var(--k-call)'],
    ['weather-note', null, Flag.Unknown, 'weather-note', 'var(--k-event)'],
  ] as const)('%s of %s with flags %i is %s', (kind, role, flags, word, colour) => {
    const tone = entryTone({ kind, role, flags });
    expect(kindWord(tone, role)).toBe(word);
    expect(kindColour(tone, role)).toBe(colour);
  });
});
