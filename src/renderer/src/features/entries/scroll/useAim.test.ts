import { describe, expect, it } from 'vitest';
import { type Followed, nextAim } from './useAim.ts';

const NOTHING = { head: null, way: '', entry: null, selections: -1, at: null, own: null } as const;
const newest: Followed = { head: 10, way: 'newest', entry: null, selections: 0 };
const everywhere = () => true;
const nowhere = () => false;

describe('what a list aims at', () => {
  it('is the playhead at first, as soon as there is one', () => {
    const early = nextAim(NOTHING, { ...newest, head: null }, nowhere);
    expect(early.at).toBeNull();
    expect(nextAim(early, newest, nowhere).at).toBe('head');
  });

  it('is an entry that was selected elsewhere, also where the playhead moved with it', () => {
    const before = nextAim(NOTHING, newest, everywhere);
    expect(nextAim(before, { head: 4, way: 'step 2', entry: 3, selections: 1 }, everywhere).at).toBe('entry');
  });

  it('stays where an entry was selected in the list itself, once', () => {
    const before = { ...nextAim(NOTHING, newest, everywhere), at: null, own: 3 };
    const chosen = nextAim(before, { ...newest, entry: 3, selections: 1 }, everywhere);
    expect(chosen).toMatchObject({ at: null, own: null });
    expect(nextAim(chosen, { ...newest, entry: 3, selections: 2 }, everywhere).at).toBe('entry');
  });

  it('follows the playhead of a tape that grows only where it is looked at', () => {
    const left = { ...nextAim(NOTHING, newest, everywhere), at: null };
    const grown = { ...newest, head: 12 };
    expect(nextAim(left, grown, everywhere).at).toBe('head');
    expect(nextAim(left, grown, nowhere).at).toBeNull();
  });

  it('follows a playhead that somebody moves wherever the reader is', () => {
    const left = { ...nextAim(NOTHING, newest, everywhere), at: null };
    expect(nextAim(left, { ...newest, head: 4, way: 'step 2' }, nowhere).at).toBe('head');
  });

  it('is left alone while nothing changes, and when a selection ends', () => {
    const before = nextAim(NOTHING, { ...newest, entry: 3 }, everywhere);
    expect(nextAim(before, { ...newest, entry: 3 }, everywhere)).toBe(before);
    expect(nextAim(before, newest, everywhere).entry).toBeNull();
  });
});
