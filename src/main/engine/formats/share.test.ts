import { describe, expect, it } from 'vitest';
import { detect } from '../testing/detect.ts';
import { claudeTree } from '../testing/tree.ts';

const session = claudeTree('u1 "fix it"\n  a1 "done" <- step m1');
const junk = (count: number) => Array.from({ length: count }, () => ({}));

describe('a sample in which not everything fits', () => {
  it('is still the format of its good records, whatever bad lines are next to them', () => {
    expect(detect({ path: 's.jsonl', records: [...session, ...junk(6)] })?.id).toBe('claude-code');
    expect(detect({ path: 'a__b.jsonl', records: [{ id: 1, kind: 'anchor', payload: { name: 'session/start' } }, ...junk(3)] })?.id).toBe(
      'bub',
    );
  });

  it('is of no format where nothing fits, or where another program wrote more of it', () => {
    expect(detect({ path: 's.jsonl', records: junk(5) })).toBeNull();
    const foreign = Array.from({ length: 3 }, () => ({ type: 'a.step', payload: {} }));
    expect(detect({ path: 's.jsonl', records: [...session, ...foreign] })).toBeNull();
  });
});
