import type { StatePath } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import { isObject } from '../formats/json.ts';

/** Longer paths are not told (`StatePath`): what is deeper belongs to the value at this depth. */
export const DEEPEST = 200;

/** A value that holds others, while it is being walked through. */
interface Frame {
  value: Json;
  /** Of an object; null for an array. */
  keys: string[] | null;
  length: number;
  at: number;
  /** The nearest key above, through arrays. */
  name: string;
}

/** Where a walk is. The same object at every stop: take from it what is to be kept. */
export interface Place {
  value: Json;
  /** Values above this one. */
  depth: number;
  /** The key or the number in the array; '' at the root. */
  key: string | number;
  /** The nearest key: the elements of `source_ids` are called `source_ids` too. */
  name: string;
  /** What it is in; null at the root. */
  parent: Json;
  /** From the root, cut at DEEPEST. */
  path(): StatePath;
}

const frameOf = (value: Json, name: string): Frame | null => {
  if (Array.isArray(value)) return { value, keys: null, length: value.length, at: -1, name };
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  return { value, keys, length: keys.length, at: -1, name };
};

/** The value under a key or number; `__proto__` is a key like any other. */
export function childOf(value: Json, key: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined;
}

/**
 * All values in reading order, each before what is in it. Keeps a list of its own instead of recursing: a hostile state is nested deeper
 * than the stack. `enter` may refuse to go into a value.
 */
export function* walk(root: Json, enter: (place: Place) => boolean = () => true): Generator<Place> {
  const frames: Frame[] = [];
  const path = (): StatePath =>
    frames.slice(0, Math.min(place.depth, DEEPEST)).map(({ keys, at }) => (keys === null ? at : (keys[at] ?? '')));
  const place: Place = { value: root, depth: 0, key: '', name: '', parent: null, path };
  const go = (): void => {
    const frame = enter(place) ? frameOf(place.value, place.name) : null;
    if (frame !== null) frames.push(frame);
  };
  yield place;
  go();
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    frame.at += 1;
    if (frame.at >= frame.length) {
      frames.pop();
      continue;
    }
    const key = frame.keys === null ? frame.at : (frame.keys[frame.at] ?? '');
    place.value = childOf(frame.value, key) ?? null;
    place.depth = frames.length;
    place.key = key;
    place.name = typeof key === 'string' ? key : frame.name;
    place.parent = frame.value;
    yield place;
    go();
  }
}
