import { isOnePlace } from '../../../../shared/model/place.ts';
import { MOST_SIDES, NOWHERE, type Side } from '../hash.ts';
import type { Sides, Slice } from '../state.ts';

const textsOf = ({ replace = [], system }: Side): string => JSON.stringify([replace, system]);
const sameSide = (a: Side, b: Side): boolean => isOnePlace(a, b) && a.policy === b.policy && textsOf(a) === textsOf(b);

const toggled = (sides: readonly Side[], side: Side): readonly Side[] => {
  const others = sides.filter((other) => !sameSide(other, side));
  return others.length < sides.length ? others : [...sides, side].slice(-MOST_SIDES);
};

/** After a Ctrl-click: continues with what is compared, or begins again from where the reader is. */
const paired = (sides: readonly Side[], here: Side | null, side: Side): readonly Side[] => {
  const has = (one: Side): boolean => sides.some((other) => sameSide(one, other));
  const goesOn = here === null || sameSide(here, side) || sides.length === 1 || has(here) || has(side);
  return toggled(goesOn ? sides : [here], side);
};

export const sides: Slice<Sides> = (set) => ({
  sides: NOWHERE.sides,
  second: NOWHERE.second,
  toggleSide: (side) => set(({ sides }) => ({ sides: toggled(sides, side) })),
  compareWith: (here, side) => set(({ sides }) => ({ sides: paired(sides, here, side) })),
  setSides: (sides) => set({ sides: sides.slice(0, MOST_SIDES) }),
  setSecond: (second) => set({ second }),
  compare: (sides) => set({ sides: sides.slice(0, MOST_SIDES), panel: 'compare', overlay: null, changes: null }),
});
