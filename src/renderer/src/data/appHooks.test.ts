import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Client } from '../../../shared/rpc/client.ts';
import type { Input, Output } from '../../../shared/rpc/contract.ts';
import { savingSettings } from './appHooks.ts';
import { keys } from './keys.ts';

type Settings = Output<'settings.get'>;
const stored: Settings = { logs: {}, tapeHome: '/tape', theme: 'system', policies: {}, redact: [], filters: [], money: 'dollars' };

/** An engine that answers when it is told to, in the order of the calls. */
const slowEngine = () => {
  const queries = new QueryClient();
  queries.setQueryData(keys.settings, stored);
  const open: PromiseWithResolvers<Settings>[] = [];
  const call = () => {
    const answer = Promise.withResolvers<Settings>();
    open.push(answer);
    return answer.promise;
  };
  const saving = new MutationObserver(queries, savingSettings({ call } as unknown as Client, queries));
  const save = (change: Input<'settings.set'>) => saving.mutate(change).catch(() => null);
  return { open, save, theme: () => queries.getQueryData<Settings>(keys.settings)?.theme };
};

it('keeps showing the last change while the answers to earlier ones come in', async () => {
  const { open, save, theme } = slowEngine();
  const dark = save({ theme: 'dark' });
  const light = save({ theme: 'light' });
  await expect.poll(() => open.length).toBe(2);
  expect(theme()).toBe('light');
  open[0]?.resolve({ ...stored, theme: 'dark' });
  await dark;
  expect(theme()).toBe('light');
  open[1]?.resolve({ ...stored, theme: 'light', tapeHome: '/elsewhere' });
  await light;
  expect(theme()).toBe('light');
});

it('puts back what was there where a change is refused', async () => {
  const { open, save, theme } = slowEngine();
  const refused = save({ theme: 'dark' });
  await expect.poll(() => open.length).toBe(1);
  expect(theme()).toBe('dark');
  open[0]?.reject(new Error('This window is read-only.'));
  await refused;
  expect(theme()).toBe('system');
});
