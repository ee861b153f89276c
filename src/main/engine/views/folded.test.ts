import { describe, expect, it, onTestFinished } from 'vitest';
import type { Block, View } from '../../../shared/model/index.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder } from '../testing/files.ts';
import { assistant, nativeHome, user } from '../testing/native.ts';
import { foldedTo } from './folded.ts';
import { viewMethods } from './methods.ts';

const block = (entry: number): Block => ({
  ...{ role: entry % 2 === 0 ? 'assistant' : 'user', kind: 'message', tone: entry % 2 === 0 ? 'assistant' : 'user', label: '' },
  ...{ entries: [entry], tokens: { value: entry, basis: 'estimated' } },
});
const omission = (after: number): View['omissions'][number] => ({
  ...{ entries: [[1000 + after, 1000 + after]], count: 1, reason: 'sidecar', note: 'bookkeeping', byKind: { event: 1 } },
  ...{ after, tokens: null },
});
const blocks = Array.from({ length: 100 }, (_, at) => block(at + 1));
const view = { blocks, events: [], omissions: [0, 5, 40, 85, 100].map(omission) } as Partial<View> as View;

describe('a context that is too long to be listed', () => {
  const folded = foldedTo(view, 20);

  it('keeps its beginning, and more of its end', () => {
    expect(folded.blocks.slice(0, 5)).toEqual(blocks.slice(0, 5));
    expect(folded.blocks.slice(-15)).toEqual(blocks.slice(-15));
    expect(folded.blocks).toHaveLength(22);
  });

  it('has one block for each kind in between', () => {
    expect(folded.blocks.slice(5, 7).map(({ role, folded: many }) => [role, many])).toEqual([
      ['assistant', 40],
      ['user', 40],
    ]);
  });

  it('has every entry once, and weighs what it weighed', () => {
    const entries = [...folded.blocks.flatMap((one) => one.entries), ...(folded.inFolds ?? []).flatMap((fold) => [...fold])];
    expect(entries.sort((a, b) => a - b)).toEqual(blocks.map((_, at) => at + 1));
    expect(folded.blocks.reduce((sum, { tokens }) => sum + tokens.value, 0)).toBe(5050);
  });

  it('has what was left out where it was, or after the fold', () => {
    expect(folded.omissions.map(({ after }) => after)).toEqual([0, 5, 7, 7, 22]);
  });

  it('has one event for each type before the newest ones, with the tokens of all', () => {
    const event = (step: number) => ({
      type: step % 3 === 0 ? 'tools-loaded' : 'not-logged',
      step,
      tokens: step,
      basis: 'inferred' as const,
      note: '',
    });
    const { events } = foldedTo({ ...view, events: Array.from({ length: 100 }, (_, at) => event(at + 1)) }, 20);
    expect(events.slice(0, 2).map(({ type, step, note }) => [type, step, note])).toEqual([
      ['tools-loaded', 78, '26 times up to here'],
      ['not-logged', 80, '54 times up to here'],
    ]);
    expect(events.slice(2).map(({ step }) => step)).toEqual(Array.from({ length: 20 }, (_, at) => 81 + at));
    expect(events.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(5050);
  });

  it('is the same view where it is short enough', () => {
    expect(foldedTo(view, 100)).toBe(view);
  });
});

it('is folded for who lists it and whole for anybody else, and its messages are refused with a way to them', async () => {
  const main = nativeHome().main;
  main.append(Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? user(`and ${at}?`) : assistant(`${at}.`))));
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const asked = { tape: bringSource(store.db, main.folder).source.id, next: true as const, policy: 'full' };
  const methods = viewMethods({ catalog: store.catalog });
  const context = { signal: new AbortController().signal };
  const whole = await methods['views.assemble'](asked, context);
  const listed = await methods['views.assemble']({ ...asked, most: 8 }, context);
  expect([whole.blocks.length, listed.blocks.length]).toEqual([13, 10]);
  expect(listed.blocks.flatMap(({ folded }) => folded ?? [])).toEqual([3, 2]);
  await expect(methods['views.messages']({ ...asked, most: 8 }, context)).rejects.toThrow(
    'This request has 13 messages, too many to list here. “tape view FILE --next --messages” prints them.',
  );
  await expect(methods['views.messages']({ ...asked, most: 13 }, context)).resolves.toMatchObject({ messages: { length: 13 } });
});
