import { describe, expect, it } from 'vitest';
import { sectionChanges } from './sections.ts';

const text = (...parts: [heading: string, body: string][]): string => parts.map(([heading, body]) => `${heading}\n${body}`).join('\n\n');

describe('a summary that changed', () => {
  it('is aligned by its headings, also where their numbers moved on', () => {
    const was = text(['1. Intent:', 'Paint the boat.'], ['2. Files:', 'hull.ts'], ['3. Errors:', 'none']);
    const now = text(['1. Intent:', 'Paint the boat.'], ['2. Decisions:', 'Green.'], ['3. Files:', 'hull.ts, mast.ts']);
    expect(sectionChanges(was, now)).toEqual([
      { heading: '1. Intent:', was: 'Paint the boat.', now: 'Paint the boat.' },
      { heading: '2. Decisions:', was: null, now: 'Green.' },
      { heading: '3. Files:', was: 'hull.ts', now: 'hull.ts, mast.ts' },
      { heading: '3. Errors:', was: 'none', now: null },
    ]);
  });

  it('knows headings of Markdown, and what comes before the first one', () => {
    const was = text(['Before all.', ''], ['## Next', 'Sand.'], ['**Gone**', 'Tar.'], ['## Last', 'Moor.']);
    const now = text(['Before all else.', ''], ['## Next', 'Sand.'], ['## Last', 'Moor.']);
    expect(sectionChanges(was, now)?.map(({ heading, was: old, now: new_ }) => [heading, old === new_, new_ === null])).toEqual([
      ['', false, false],
      ['## Next', true, false],
      ['**Gone**', false, true],
      ['## Last', true, false],
    ]);
  });

  it('has no parts where no heading is in both', () => {
    expect(sectionChanges('Paint.', 'Sand.')).toBeNull();
    expect(sectionChanges('## Paint\nred', '## Sand\nfine')).toBeNull();
  });
});
