import { expect, it } from 'vitest';
import { missingIn } from './NotCaptured.tsx';

it('names what only the request has: what the log of the agent leaves out, and parameters', () => {
  const lacking = (...notes: string[]) => ({ lacking: notes.map((note) => ({ what: note, note })) });
  // A log that holds the system prompt is not said to lack it.
  expect(missingIn(lacking('tool definitions'))).toBe('tool definitions and parameters');
  expect(missingIn(lacking('system prompt', 'reminders (of hooks)'))).toBe('system prompt, reminders, and parameters');
  expect(missingIn(lacking())).toBe('system prompt, tools and parameters');
});
