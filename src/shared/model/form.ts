import { z } from 'zod';

/** One line of a change; `changed` are the stretches (from, to in UTF-16 units) that make it differ from the line in its place. */
export const DiffLine = z.object({
  mark: z.enum(['same', 'gone', 'new']),
  text: z.string(),
  changed: z.array(z.tuple([z.number().int(), z.number().int()])).optional(),
});
export type DiffLine = z.infer<typeof DiffLine>;

/** What a call does to one file. `lines` may be fewer than there are: `hidden` counts the rest. */
export const FileChange = z.object({
  path: z.string(),
  what: z.enum(['edit', 'add', 'delete']),
  /** Where it goes, if it is renamed. */
  to: z.string().optional(),
  /** Every place of the old text, and not only the first. */
  all: z.literal(true).optional(),
  added: z.number().int(),
  removed: z.number().int(),
  lines: z.array(DiffLine),
  hidden: z.number().int(),
});
export type FileChange = z.infer<typeof FileChange>;

/** `was` is what it was in the list before, where that is another: `none` where it was not in it. */
export const ListItem = z.object({
  text: z.string(),
  state: z.enum(['open', 'doing', 'done']),
  was: z.enum(['open', 'doing', 'done', 'none']).optional(),
});
export type ListItem = z.infer<typeof ListItem>;

export const Question = z.object({
  text: z.string(),
  options: z.array(z.object({ name: z.string(), about: z.string() })),
});
export type Question = z.infer<typeof Question>;

/** Characters of the text that are in the source only, where it is long. */
const cut = z.number().int().optional();

/** What a call or a result is to a person who reads it. A tool that its agent's table does not have has no form: it is drawn as its fields. */
export const Form = z.discriminatedUnion('as', [
  z.object({ as: z.literal('changes'), files: z.array(FileChange) }),
  /** A file is asked for: whole, or from a line on, or a number of lines. */
  z.object({ as: z.literal('read'), path: z.string(), from: z.number().int().nullable(), count: z.number().int().nullable() }),
  /** Text of a file: as it was read, or as it is to be written. `from` is the number of its first line. */
  z.object({ as: z.literal('file'), path: z.string(), from: z.number().int(), lines: z.number().int(), text: z.string(), cut }),
  z.object({ as: z.literal('command'), command: z.string(), folder: z.string().nullable() }),
  /** What a command printed. `exit` and `ms` are null where the log does not say. */
  z.object({
    as: z.literal('output'),
    text: z.string(),
    lines: z.number().int(),
    exit: z.number().int().nullable(),
    ms: z.number().nullable(),
    cut,
  }),
  z.object({ as: z.literal('search'), pattern: z.string(), where: z.string().nullable() }),
  z.object({ as: z.literal('found'), text: z.string(), lines: z.number().int(), cut }),
  z.object({ as: z.literal('list'), items: z.array(ListItem) }),
  z.object({ as: z.literal('plan'), text: z.string(), cut }),
  /** What a model says by a call: its last answer, or a thought. */
  z.object({ as: z.literal('said'), what: z.enum(['answer', 'thought']), text: z.string(), cut }),
  z.object({ as: z.literal('questions'), items: z.array(Question) }),
  z.object({ as: z.literal('agent'), title: z.string(), kind: z.string().nullable(), prompt: z.string() }),
  z.object({ as: z.literal('fetch'), url: z.string(), about: z.string().nullable() }),
]);
export type Form = z.infer<typeof Form>;
