import { z } from 'zod';
import type { Departure, TapeRow } from '../../shared/model/index.ts';
import { newestOf } from '../cli/commands/left.ts';
import { beginnings } from '../cli/previews.ts';
import { fitted, idOf, line, next, paging, sentences, stretch } from './answer.ts';
import { Asked, asking, ofSession } from './asking.ts';
import type { Calling } from './host.ts';
import { defineTool } from './tool.ts';

const Lost = z.object({
  id: z.string().describe('For entry_read, which brings the whole text back.'),
  group: z.enum(['instruction', 'decision', 'other']),
  kind: z.string(),
  tokens: z.number().describe('By estimate.'),
  fate: z.enum(['verbatim', 'worded', 'cited', 'lost']).nullable(),
  begins: z.string(),
});

const sum = z.object({ entries: z.number().int(), tokens: z.number().describe('By estimate.') });

/** The entry that a tool is asked about, else the newest that something left at. */
const placeIn = async (calling: Calling, row: TapeRow, at: number | undefined): Promise<number> =>
  at ?? (await newestOf(calling.session, row, 'left'));

const isAsked = ({ fate }: Departure['entries'][number], all: boolean): boolean => all || fate === 'lost';

export const lostAtCompaction = defineTool({
  name: 'lost_at_compaction',
  title: 'What a compaction took away',
  description:
    'Lists what left the context at a compaction or anchor and is not in the summary, the words of the user first. Use it after a compaction. Each item has an id; entry_read gives its text.',
  input: z.object({
    ...ofSession,
    at: z.number().int().min(1).optional().describe('The entry of the compaction or anchor; the newest by default.'),
    all: z.boolean().default(false).describe('Also what the summary keeps or cites.'),
    ...paging,
  }),
  output: z.object({
    asked: Asked,
    at: z.string(),
    name: z.string(),
    left: sum,
    kept: sum,
    fates: z.object({
      verbatim: z.number().int(),
      worded: z.number().int(),
      cited: z.number().int(),
      lost: z.number().int(),
      none: z.number().int(),
    }),
    back: z.array(z.object({ id: z.string(), by: z.string(), how: z.string() })).describe('What left and came back since.'),
    notes: z.array(z.string()),
    items: z.array(Lost),
    next,
  }),
  run: async ({ session, at, all, ...page }, calling) => {
    const { row, asked } = await asking(calling, session);
    const seq = await placeIn(calling, row, at);
    const { name, left, kept, fates, entries, back, notes } = await calling.session.call('handoffs.left', { tape: row.id, seq });
    const wanted = entries.filter((entry) => isAsked(entry, all));
    const held = stretch(wanted, page);
    const words = await beginnings(calling.session, row.id, [...new Set(held.map((one) => one.seq))], 200);
    const head = {
      ...{ asked, at: idOf(seq), name: line(name, 80) },
      left: { entries: left.count, tokens: left.tokens },
      kept: { entries: kept.count, tokens: kept.tokens },
      ...{ fates, back: back.slice(0, 8).map((one) => ({ id: idOf(one.seq), by: idOf(one.by), how: one.how })), notes: sentences(notes) },
    };
    const items = held.map(({ seq: id, group, kind, tokens, fate }) => ({
      ...{ id: idOf(id), group, kind, tokens, fate },
      begins: line(words.get(id) ?? ''),
    }));
    return fitted(head, items, wanted.length, page);
  },
});

const Why = z.object({
  id: z.string(),
  tape: z.string().optional().describe('Where it is not the one that was asked about.'),
  kind: z.string(),
  role: z.string().nullable(),
  now: z.boolean().describe('It is in context.'),
  reason: z.string().nullable(),
  words: z.string().describe('Why, in one sentence.'),
  in_steps: z.array(z.tuple([z.number(), z.number()])).describe('First and last step of each run that had it.'),
  snippet: z.string(),
});

export const whyAbsent = defineTool({
  name: 'why_absent',
  title: 'Why something is not in context',
  description:
    'Says of an entry, or of each entry with some text, whether it is in context, when it left and what removed it. Give either entry or text.',
  input: z.object({
    ...ofSession,
    entry: z.number().int().min(1).optional(),
    text: z.string().min(1).max(2000).optional(),
    step: z.number().int().min(1).optional().describe('At this step; by default at the newest request.'),
    ...paging,
  }),
  output: z.object({ asked: Asked, answer: z.string(), details: z.array(z.string()), items: z.array(Why), next }),
  run: async ({ session, entry, text, step, ...page }, calling) => {
    const { row, asked } = await asking(calling, session);
    if (text !== undefined && row.textTo < row.entries) await calling.session.tape(row.id, { text: true });
    const query = { tape: row.id, seq: entry, text, step, policy: 'as-recorded', limit: 200 };
    const why = await calling.session.call('views.why', query);
    const items = stretch(why.items, page).map((item) => ({
      id: idOf(item.entry),
      ...(item.tape !== row.id && { tape: item.tape }),
      ...{ kind: item.kind, role: item.role, now: item.now, reason: item.reason, words: line(item.words, 300) },
      ...{ in_steps: item.in.slice(0, 8), snippet: line(item.snippet) },
    }));
    const head = { asked, answer: line(why.answer, 400), details: sentences([...why.details, ...why.notes]) };
    return fitted(head, items, why.items.length, page);
  },
});
