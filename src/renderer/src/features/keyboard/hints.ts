import type { CommandId } from './keys.ts';

interface Hint {
  ids: readonly CommandId[];
  word: string;
  /** Named only where this one is answered to as well. */
  nextTo?: CommandId;
}

const hints: readonly Hint[] = [
  { ids: ['run.once', 'run.always', 'run.never'], word: 'answer the question' },
  { ids: ['run.stop'], word: 'stop' },
  { ids: ['run.send'], word: 'send' },
  { ids: ['what-if.stop'], word: 'stop' },
  { ids: ['what-if.send'], word: 'send' },
  { ids: ['policy.leave-out'], word: 'leave out', nextTo: 'what-if.send' },
  { ids: ['what-if.replace'], word: 'replace' },
  { ids: ['step.previous', 'step.next'], word: 'step' },
  { ids: ['why'], word: 'ask why', nextTo: 'stay.first' },
  { ids: ['row.new', 'match.previous'], word: 'next match or difference' },
  { ids: ['mark.previous', 'mark.next'], word: 'previous, next marker', nextTo: 'match.previous' },
  { ids: ['row.open'], word: 'open entry', nextTo: 'match.previous' },
  { ids: ['step.last'], word: 'next request' },
  { ids: ['row.next', 'row.previous'], word: 'block' },
  { ids: ['policy.pin'], word: 'pin', nextTo: 'row.next' },
  { ids: ['policy.edit'], word: 'policy', nextTo: 'row.next' },
  { ids: ['native.line'], word: 'tape command', nextTo: 'native.note' },
  { ids: ['search'], word: 'search' },
  { ids: ['report'], word: 'export' },
  { ids: ['open'], word: 'open' },
  { ids: ['library'], word: 'library' },
  { ids: ['inspector'], word: 'inspector' },
  { ids: ['keys'], word: 'keys' },
];

/** Among the files of a project some keys do their like. */
const FILES_HINTS: readonly Hint[] = [
  { ids: ['row.next', 'row.previous'], word: 'folder' },
  { ids: ['policy.next'], word: 'tier', nextTo: 'row.next' },
  { ids: ['search'], word: 'filter', nextTo: 'row.next' },
  { ids: ['place.copy'], word: 'copy a link' },
  ...hints.slice(-4),
];

const LIBRARY_HINTS: readonly Hint[] = [
  { ids: ['row.next', 'row.previous'], word: 'row' },
  { ids: ['table.unfold'], word: 'sub-agents' },
  { ids: ['table.select'], word: 'select' },
  { ids: ['row.open'], word: 'open' },
  { ids: ['table.compare'], word: 'compare' },
  { ids: ['table.filter'], word: 'filter' },
  { ids: ['table.sort'], word: 'sort' },
  { ids: ['table.favourite'], word: 'favourite' },
  { ids: ['search'], word: 'search' },
  ...hints.slice(-1),
];

const SEARCH_HINTS: readonly Hint[] = [
  { ids: ['search'], word: 'query' },
  { ids: ['row.next', 'row.previous'], word: 'hit' },
  { ids: ['hit.session', 'hit.session-before'], word: 'session' },
  { ids: ['row.open'], word: 'open' },
  { ids: ['hit.next'], word: 'next hit in this entry' },
  { ids: ['hit.preview'], word: 'preview' },
  ...hints.slice(-1),
];

const HINTS = { tape: hints, files: FILES_HINTS, library: LIBRARY_HINTS, search: SEARCH_HINTS };

/** The keys worth naming in the footer: those that somebody answers to. A wide window shows its panels, so their keys are left out. */
export function hintsFor(live: readonly CommandId[], narrow: boolean, place: keyof typeof HINTS = 'tape'): Hint[] {
  return HINTS[place].filter(
    ({ ids, word, nextTo }) =>
      [...ids, ...(nextTo ? [nextTo] : [])].every((id) => live.includes(id)) && (narrow || (word !== 'library' && word !== 'inspector')),
  );
}
