import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Client } from '../../../../shared/rpc/client.ts';
import { keys } from '../../data/keys.ts';
import { longTimeline } from './testing/draw.ts';
import { readColumns } from './useColumns.ts';

/** A client that notes what it is asked for; `answer` gives the oldest call of a name its answer. */
const noting = () => {
  const asked: string[] = [];
  const waiting: { method: string; resolve: (value: unknown) => void }[] = [];
  const call = (method: string) => {
    asked.push(method);
    return new Promise((resolve) => void waiting.push({ method, resolve }));
  };
  const answer = (method: string, value: unknown) => waiting.find((one) => one.method === method)?.resolve(value);
  return { client: { call } as unknown as Client, asked, answer };
};

const signal = new AbortController().signal;

it('asks for the picture of a tape before anything is known of it, and once', async () => {
  const { client, asked, answer } = noting();
  const columns = readColumns(client, new QueryClient(), 't', signal);
  expect(asked.toSorted()).toEqual(['tapes.get', 'tapes.overview']);
  const whole = longTimeline(40);
  answer('tapes.overview', whole);
  answer('tapes.get', { tape: { relation: null } });
  expect(await columns).toMatchObject({ entries: 40, missing: [] });
  expect(asked).toHaveLength(2);
});

it('asks a tape that is held for what is new alone', async () => {
  const { client, asked, answer } = noting();
  const queries = new QueryClient();
  queries.setQueryData(keys.head('t'), { tape: { relation: null } });
  const first = readColumns(client, queries, 't', signal);
  answer('tapes.overview', longTimeline(40));
  queries.setQueryData(keys.columns('t'), await first);
  void readColumns(client, queries, 't', signal);
  expect(asked).toEqual(['tapes.overview', 'tapes.timeline']);
});
