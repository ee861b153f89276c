import type { HandoffInput, MergeOptions } from '../../../../shared/model/native.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { Given, Takes } from './given.ts';

/** What a line asks for, with its arguments read. */
export type Command =
  | { run: 'help'; about: string | null }
  | { run: 'info' | 'anchors' | 'forks' }
  | { run: 'log'; limit: number; kind: string | undefined; anchor: string | undefined }
  | { run: 'search'; query: string; limit: number; kinds: string[]; since: string | undefined; until: string | undefined }
  | { run: 'handoff'; input: HandoffInput }
  | { run: 'fork'; name: string; at: number | undefined; note: string | undefined }
  | { run: 'discard'; name: string; note: string | undefined }
  | { run: 'merge'; options: MergeOptions }
  | { run: 'reset'; archive: boolean };

export interface CommandRow {
  name: string;
  /** Other spellings, the short ones of the first Bub among them. */
  also: readonly string[];
  takes: Takes;
  /** One line for `,help`. */
  help: string;
  example: string;
  /** Throws TapeError('bad-input') where the arguments cannot be used. */
  read: (given: Given) => Command;
}

const none: Takes = { keys: [], places: [] };

const must = (value: string | undefined, sentence: string): string => {
  if (value !== undefined && value.trim() !== '') return value;
  throw new TapeError('bad-input', sentence);
};

/** Only what was given: an argument that is absent must not stand as undefined in an entry. */
const handoffOf = (given: Given): HandoffInput => {
  const [summary, owner, state] = [given.text('summary'), given.text('owner'), given.object('state')];
  const [nextSteps, sourceIds] = [given.all('next_steps'), given.ids('source_ids')];
  return {
    name: given.text('name')?.trim() || 'handoff',
    ...(summary !== undefined && { summary }),
    ...(nextSteps.length > 0 && { nextSteps }),
    ...(sourceIds.length > 0 && { sourceIds }),
    ...(owner !== undefined && { owner }),
    ...(state !== undefined && { state }),
  };
};

const mergeOf = (given: Given): MergeOptions => {
  const names = given.list('name');
  must(names[0], 'merge needs the name of a fork, as in ,merge name=retry-idea. ,forks lists them.');
  return {
    names,
    order: given.choice('order', ['append', 'time']) ?? 'append',
    dedup: given.choice('dedup', ['none', 'digest', 'tool-call-id']) ?? 'none',
    onConflict: given.choice('on_conflict', ['refuse', 'keep-both', 'prefer-parent', 'prefer-fork']) ?? 'refuse',
    insightsOnly: given.flag('insights_only'),
  };
};

/** Every command of the command line. Bub's names come first; those that Bub does not have are spelled the same way. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'help',
    also: ['tape.help'],
    takes: { keys: ['command'], places: ['command'] },
    help: 'lists the commands, or explains one',
    example: ',help tape.handoff',
    read: (given) => ({ run: 'help', about: given.text('command') ?? null }),
  },
  {
    name: 'tape.info',
    also: ['tape', 'info'],
    takes: none,
    help: 'entries, anchors, forks and size of this tape',
    example: ',tape.info',
    read: () => ({ run: 'info' }),
  },
  {
    name: 'tape.search',
    also: ['search'],
    takes: {
      keys: ['query', 'limit', 'kinds', 'start', 'end'],
      places: ['query'],
      also: { kind: 'kinds', since: 'start', until: 'end' },
    },
    help: 'finds entries by their text, newest first',
    example: ',tape.search query="retry budget" limit=5',
    read: (given) => ({
      run: 'search',
      query: must(given.text('query'), 'tape.search needs words to search for, as in ,tape.search query="retry budget".'),
      limit: Math.min(given.count('limit') ?? 20, 200),
      kinds: given.list('kinds'),
      since: given.time('start', 'start'),
      until: given.time('end', 'end'),
    }),
  },
  {
    name: 'tape.log',
    also: ['log'],
    takes: { keys: ['limit', 'kind', 'anchor'], places: [] },
    help: 'the newest entries',
    example: ',log limit=10 kind=message',
    read: (given) => ({
      run: 'log',
      limit: Math.min(given.count('limit') ?? 20, 200),
      kind: given.text('kind'),
      anchor: given.text('anchor'),
    }),
  },
  {
    name: 'tape.anchors',
    also: ['anchors'],
    takes: none,
    help: 'the anchors with their state',
    example: ',anchors',
    read: () => ({ run: 'anchors' }),
  },
  {
    name: 'tape.handoff',
    also: ['handoff'],
    takes: {
      keys: ['name', 'summary', 'next_steps', 'source_ids', 'owner', 'state'],
      places: ['name', 'summary'],
      also: { next_step: 'next_steps', source_id: 'source_ids' },
    },
    help: 'writes an anchor: the next phase begins with its state',
    example: ',handoff name=phase-1 summary="Parser done" next_steps="Write the tests" source_ids=12,15',
    read: (given) => ({ run: 'handoff', input: handoffOf(given) }),
  },
  {
    name: 'tape.fork',
    also: ['fork'],
    takes: { keys: ['name', 'at', 'note'], places: ['name'] },
    help: 'starts a fork that shares everything up to an entry',
    example: ',fork name=retry-idea at=12 note="Try it without the queue"',
    read: (given) => ({
      run: 'fork',
      name: must(given.text('name'), 'fork needs a name, as in ,fork name=retry-idea.'),
      at: given.count('at'),
      note: given.text('note'),
    }),
  },
  {
    name: 'tape.forks',
    also: ['forks'],
    takes: none,
    help: 'the forks, open and merged',
    example: ',forks',
    read: () => ({ run: 'forks' }),
  },
  {
    name: 'tape.discard',
    also: ['discard'],
    takes: { keys: ['name', 'note'], places: ['name'] },
    help: 'discards a fork: its entries go to the archive',
    example: ',discard name=retry-idea note="no gain"',
    read: (given) => ({
      run: 'discard',
      name: must(given.text('name'), 'discard needs the name of a fork, as in ,discard name=retry-idea. ,forks lists them.'),
      note: given.text('note'),
    }),
  },
  {
    name: 'tape.merge',
    also: ['merge'],
    takes: {
      keys: ['name', 'order', 'dedup', 'on_conflict', 'insights_only', 'preview'],
      places: ['name'],
      flags: ['insights_only', 'preview'],
      also: { names: 'name' },
    },
    help: 'shows what a merge would append; confirm a merge in the window or in a terminal',
    example: ',merge name=retry-idea dedup=digest on_conflict=keep-both',
    read: (given) => ({ run: 'merge', options: mergeOf(given) }),
  },
  {
    name: 'tape.reset',
    also: ['reset'],
    takes: { keys: ['archive'], places: [], flags: ['archive'] },
    help: 'resets the tape and keeps the old one in its archive',
    example: ',reset archive=true',
    read: (given) => ({ run: 'reset', archive: given.flag('archive') }),
  },
];

/** A command by any of its spellings: case does not matter, and models write `tape_info` for `tape.info`. */
export function commandNamed(spelled: string): CommandRow | undefined {
  const name = spelled.toLowerCase().replaceAll('_', '.');
  return COMMANDS.find((row) => row.name === name || row.also.includes(name));
}

/** How a command is typed first of all: the short spelling where there is one. */
export function spelling(row: CommandRow): string {
  return `,${row.also.find((name) => !name.includes('.')) ?? row.name}`;
}
