import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { TapeRow } from '../../shared/model/index.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { realPath } from '../engine/disk/disk.ts';
import { nameOf } from '../engine/formats/abouts.ts';
import { foundIn } from '../engine/formats/rows.ts';
import { type Link, readLinks } from '../engine/hooks/links.ts';
import { takeSpool } from '../engine/hooks/spool.ts';
import { scan } from '../engine/sources/scan.ts';
import type { Calling } from './host.ts';

/** What each tool takes that is about one session. */
export const ofSession = {
  session: z
    .string()
    .refine(({ length }) => length > 0 && length <= 4096, 'This is not a name of a session.')
    .optional()
    .describe('Tape id, log path or session id; default: the one that asks.'),
};

/** Which session an answer is about, and why that one. */
export const Asked = z.object({
  tape: z.string().describe('Id of the tape: give it as session to ask about the same one again.'),
  title: z.string(),
  agent: z.string(),
  steps: z.number().int(),
  entries: z.number().int(),
  how: z.enum(['given', 'hook', 'newest']),
  why: z.string().describe('Why it is this session.'),
});
type Asked = z.infer<typeof Asked>;

interface Found {
  row: TapeRow;
  how: Asked['how'];
  why: string;
}

/** Logs that are looked at for one of the folder, the ones written to last. */
const LOGS = 24;

const isHere = (folder: string | null, other: string): boolean => folder === null || realPath(other) === realPath(folder);

const given = async ({ session }: Calling, name: string): Promise<Found> => {
  const [own] = session.engine.catalog.tapes().filter((row) => row.session === name && row.parent === null);
  return { row: await session.tape(own?.id ?? name), how: 'given', why: 'It was asked for.' };
};

/** By the process that started us, where hooks named it too; else by the folder. */
const linked = ({ folder, parent, engine }: Calling): Link[] => {
  for (const sentence of takeSpool(engine.options.home)) console.error(sentence);
  const links = readLinks(engine.options.home).filter((link) => link.state !== 'ended' && link.transcript !== null);
  const ours = links.filter(({ pid }) => pid === parent);
  return ours.length > 0 ? ours : links.filter((link) => isHere(folder, link.folder));
};

const byHook = async (asked: Calling): Promise<Found | null> => {
  const [link, ...others] = linked(asked);
  if (!link?.transcript || !existsSync(link.transcript)) return null;
  const more = others.length === 0 ? '' : ` ${others.length} more are live there.`;
  return { row: await asked.session.tape(link.transcript), how: 'hook', why: `A hook of ${nameOf(link.agent)} named it.${more}` };
};

const newest = async ({ session, folder }: Calling): Promise<Found> => {
  const { catalog, settings } = session.engine;
  const { candidates } = await scan(foundIn({ settings: settings() }).filter(existsSync));
  const last = candidates.toSorted((a, b) => b.mtime - a.mtime).slice(0, LOGS);
  if (last.length > 0) await session.read(last.map(({ path }) => path));
  const place = new Map(last.map(({ path }, at) => [path, at]));
  const rows = catalog.tapes().filter((row) => row.native === null && row.parent === null && isHere(folder, row.project));
  const [row, ...others] = rows.toSorted((a, b) => (place.get(a.file) ?? LOGS) - (place.get(b.file) ?? LOGS));
  const where = folder === null ? 'on this machine' : `in ${folder}`;
  if (row === undefined)
    throw new TapeError('not-found', `No session of an agent was found ${where}. Name one: the id of a tape, or the path of a log.`);
  const more = others.length === 0 ? '' : `, of ${others.length + 1}`;
  return { row, how: 'newest', why: `No hook named a session. It is the one ${where} that was written to last${more}.` };
};

/** The session that a call is about: the one that it names, else the one that a hook named, else the newest of the folder. Says which it took. */
export async function asking(asked: Calling, named: string | undefined): Promise<{ row: TapeRow; asked: Asked }> {
  const { row, how, why } = named === undefined ? ((await byHook(asked)) ?? (await newest(asked))) : await given(asked, named);
  const { id, title, format, steps, entries } = row;
  return { row, asked: { tape: id, title: title.slice(0, 120), agent: nameOf(format), steps, entries, how, why } };
}
