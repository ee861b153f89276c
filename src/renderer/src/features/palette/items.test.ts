import { describe, expect, it } from 'vitest';
import { drawnTape } from '../../../../shared/library/testing.ts';
import { commandOf, commands } from '../keyboard/keys.ts';
import { type Known, paletteItems } from './items.ts';

const known: Known = { live: ['step.next', 'search', 'palette', 'theme'], tapes: [], steps: 40, entries: 300 };
const labels = (query: string, more: Partial<Known> = {}) => paletteItems(query, { ...known, ...more }).map((item) => item.label);

describe('the palette', () => {
  it('lists only commands that somebody answers to, and not itself', () => {
    expect(labels('')).toEqual(['Next step', 'Search', 'Theme: light, dark or system']);
  });

  it('finds every command that somebody answers to, by all the words it goes by', () => {
    const live = commands.map(({ id }) => id);
    const found = paletteItems('', { ...known, live }).map((item) => item.type === 'command' && item.id);
    expect(found).toEqual(live.filter((id) => id !== 'palette' && id !== 'close'));
    for (const id of live.filter((one) => one !== 'palette' && one !== 'close'))
      expect(labels(commandOf(id).what, { live })).toContain(commandOf(id).what);
  });

  it('says where a command is at home that nobody answers to, once it is asked for by name', () => {
    const found = (query: string) => paletteItems(query, known).map((item) => item.type === 'command' && [item.id, item.why]);
    expect(found('first')).toEqual([
      ['step.first', 'in an open tape'],
      ['stay.first', 'in Residency'],
    ]);
    expect(found('merge forks')).toEqual([['native.merge', 'on a native tape']]);
    expect(found('continue in')).toEqual([['native.continue', 'on a tape that is not native']]);
    expect(found('next branch')).toEqual([['branch.next', 'on a tape with branches']]);
    expect(found('provenance: next')).toEqual([['source.sibling', 'in Provenance']]);
    expect(found('pin or')).toEqual([['policy.pin', 'in Context']]);
    expect(found('search')).toEqual([['search', undefined]]);
    for (const { id, what } of commands.filter((one) => one.id !== 'palette' && one.id !== 'close'))
      expect(found(what).flatMap((item) => (item ? [item[0]] : []))).toContain(id);
  });

  it('finds a command by what else people call it, and by letters that its words begin with', () => {
    const live = commands.map(({ id }) => id);
    const first = (query: string) => labels(query, { live })[0];
    expect(first('dark mode')).toBe(commandOf('theme').what);
    expect(first('html')).toBe(commandOf('report').what);
    expect(first('shortcuts')).toBe(commandOf('keys').what);
    expect(first('gtl')).toBe(commandOf('library.table').what);
    expect(first('whif')).toBe(commandOf('what-if').what);
    expect(labels('diff', { live })).toEqual([commandOf('panel.compare').what, commandOf('compare.add').what, commandOf('changes').what]);
    expect(labels('xq', { live })).toEqual([]);
  });

  it('puts the command of exactly that name first, whatever else begins with it', () => {
    const live = commands.map(({ id }) => id);
    expect(labels('conversation', { live })[0]).toBe('Conversation');
    expect(labels('Residency', { live, recent: ['stay.first'] })[0]).toBe('Residency');
  });

  it('puts what was used lately first, but after what fits better', () => {
    const recent = ['theme', 'search'] as const;
    expect(labels('', { recent })).toEqual(['Theme: light, dark or system', 'Search', 'Next step']);
    const live = commands.map(({ id }) => id);
    expect(labels('first', { live, recent: ['stay.first'] })).toEqual(['First step', commandOf('stay.first').what]);
  });

  it('takes a number as a step and as an entry, where there is one', () => {
    expect(labels('12')).toEqual(['Go to step 12', 'Go to entry 12']);
    expect(labels('120')).toEqual(['Go to entry 120']);
    expect(labels('301')).toEqual([]);
    expect(labels('0')).toEqual([]);
  });

  it('keeps to what the word before the number says', () => {
    expect([labels('step 12'), labels('entry 12'), labels('#12')]).toEqual([['Go to step 12'], ['Go to entry 12'], ['Go to entry 12']]);
  });

  it('puts the tapes that were found after the commands', () => {
    const tapes = [drawnTape('t', { title: 'Search for the leak', ended: 9, project: '', file: '', steps: 1 })];
    expect(labels('search', { tapes })).toEqual(['Search', 'Search for the leak']);
    expect(labels('earch', { tapes })).toEqual(['Search for the leak']);
  });
});
