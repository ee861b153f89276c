import { skipToken, useQuery } from '@tanstack/react-query';
import type { Preview } from '../../../../shared/model/index.ts';
import type { Client } from '../../../../shared/rpc/client.ts';
import { useClient } from '../../data/client.tsx';
import { keys } from '../../data/keys.ts';
import { ALTERED, withoutCodes } from '../../ui/format.ts';
import { spelled } from '../../ui/steering.tsx';
import { createBatch } from './batch.ts';

const MOST = 300;
/** Milliseconds that rows coming into view wait for each other. */
const WAIT = 12;
const CHARS = 280;

const tidied = (preview: Preview | null): Preview | null =>
  preview && {
    ...preview,
    text: spelled(`${preview.altered ? ALTERED : ''}${lineText(preview) ?? withoutCodes(preview.text)}`),
    ...(preview.line && { line: { ...preview.line, subject: spelled(preview.line.subject), words: preview.line.words.map(spelled) } }),
  };

/** "Edit src/a.ts · +2 · −1" of what is known by its line; null where the words of the entry say more. */
const lineText = ({ line }: Preview): string | null =>
  line === undefined || line.subject === '' ? null : [`${line.tool} ${line.subject}`, ...line.words].join(' · ');

type Ask = ReturnType<typeof createBatch<Preview>>;
const batches = new WeakMap<Client, Map<string, Ask>>();

const batchOf = (client: Client, tape: string): Ask => {
  const known = batches.get(client) ?? new Map<string, Ask>();
  batches.set(client, known);
  const load = async (seqs: number[]) => {
    const { items } = await client.call('entries.previews', { tape, seqs, chars: CHARS, lines: true });
    return new Map(items.map((item) => [item.seq, item]));
  };
  const ask = known.get(tape) ?? createBatch(load, MOST, WAIT);
  known.set(tape, ask);
  return ask;
};

/** The beginning of an entry's text; undefined while it comes, and for no entry. Rows in view share calls, and what was read once is kept. */
export function usePreview(tape: string, seq: number | null): Preview | null | undefined {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.tape(tape), 'previews', seq],
    select: tidied,
    queryFn: seq === null ? skipToken : ({ signal }) => batchOf(client, tape)(seq, signal),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
