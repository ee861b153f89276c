import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPiece, leaveOut, namedBy, piecesOf, pin, refusalOf, removePiece, replacePiece } from './edit.ts';

const LINE = 'last-anchor + pin:#12,#15 + memory:"retry budget"@family + budget:8000';

describe('a policy on one line', () => {
  it('is taken apart and put together again', () => {
    expect(piecesOf(LINE).map(({ text }) => text)).toEqual(['last-anchor', 'pin:#12,#15', 'memory:"retry budget"@family', 'budget:8000']);
    expect(piecesOf('as-recorded').map(({ text }) => text)).toEqual(['as-recorded']);
    expect(piecesOf('compact:8000').map(({ text }) => text)).toEqual(['last-anchor', 'budget:8000']);
  });

  it('loses one part at a time, and is full without its beginning', () => {
    expect(removePiece(LINE, 2)).toBe('last-anchor + pin:#12,#15 + budget:8000');
    expect(removePiece('last-anchor + budget:8000', 1)).toBe('last-anchor');
    expect(removePiece(LINE, 0)).toBe('full + pin:#12,#15 + memory:"retry budget"@family + budget:8000');
    expect(removePiece('memory:rate limit', 1)).toBe('last-anchor');
  });

  it('takes what is typed: a part, a beginning, another budget in place of the one it has', () => {
    expect(addPiece('as-recorded', 'pin:#3')).toBe('as-recorded + pin:#3');
    expect(addPiece('as-recorded + pin:#3', '+ pin:7')).toBe('as-recorded + pin:#3,#7');
    expect(addPiece(LINE, 'budget:900:cited')).toBe('last-anchor + pin:#12,#15 + memory:"retry budget"@family + budget:900:cited');
    expect(addPiece(LINE, 'anchor:#44')).toBe('anchor:#44 + pin:#12,#15 + memory:"retry budget"@family + budget:8000');
    expect(() => addPiece('full', 'pins:#3')).toThrow(/There is no policy called "pins:#3"/);
    expect(() => addPiece('full', 'budget:many')).toThrow(/whole number of tokens/);
  });

  it('says in one sentence what it does not take, with what it does', () => {
    const refused = (typed: string): string => {
      try {
        return addPiece('full', typed);
      } catch (failure) {
        return refusalOf(failure);
      }
    };
    expect(refused('pins:#3')).toBe('“pins:#3” is not a part of a policy; try pin:#12, without:#7, memory:"words" or budget:8000.');
    expect(refused('budget:many')).toBe('A budget is a whole number of tokens from 1 on, as in budget:8000; "many" is not.');
  });

  it('has a part changed in its place', () => {
    expect(replacePiece(LINE, 2, 'memory:"retry budget"@all')).toBe('last-anchor + pin:#12,#15 + memory:"retry budget"@all + budget:8000');
    expect(replacePiece(LINE, 0, 'full')).toBe('full + pin:#12,#15 + memory:"retry budget"@family + budget:8000');
    expect(replacePiece(LINE, 3, ' ')).toBe('last-anchor + pin:#12,#15 + memory:"retry budget"@family');
  });

  it('pins an entry or leaves it out, never both', () => {
    const entries = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 9 })), { maxLength: 20 });
    fc.assert(
      fc.property(entries, fc.constantFrom('full', 'summary', LINE, 'memory:x'), (edits, start) => {
        let policy: string = start;
        for (const [pinned, seq] of edits) {
          policy = pinned ? pin(policy, seq) : leaveOut(policy, seq);
          expect(namedBy(policy, seq)).toBe(pinned ? 'pin' : 'without');
        }
        expect(new Set(piecesOf(policy).map(({ part }) => part?.type)).size).toBe(piecesOf(policy).length);
      }),
    );
  });
});
