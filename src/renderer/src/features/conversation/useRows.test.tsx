// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Columns, emptyColumns } from '../tape/columns.ts';
import { useStructure } from './useRows.ts';

const everywhere = () => true;

/** Prompts alone. */
const prompts = (entries: number): Columns => ({
  ...emptyColumns('t'),
  ...{ entries, kinds: ['message'], kind: new Uint8Array(entries), tone: new Uint8Array(entries).fill(1) },
});

test('rows of a short tape are there at once', () => {
  expect(renderHook(() => useStructure(prompts(3), everywhere)).result.current?.count).toBe(3);
});

test('rows of a long tape come in a task of their own, and are there at once when it is opened again, also when it has grown', async () => {
  const held = prompts(30_000);
  const { result, unmount } = renderHook(() => useStructure(held, everywhere));
  expect(result.current).toBeNull();
  await waitFor(() => expect(result.current?.count).toBe(30_000));
  unmount();
  const grown = { ...prompts(30_001), since: held.since };
  expect(renderHook(() => useStructure(grown, everywhere)).result.current?.count).toBe(30_001);
});
