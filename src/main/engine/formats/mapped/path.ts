import { asObject } from '../json.ts';
import type { Json } from '../values.ts';

/** Where a mapping finds a value in a record: names of keys, and places in lists. */
export type Path = readonly (string | number)[];

/** A name is anything but a dot and brackets: `message.content`, `choices[0].text`. */
const STEP = /^([^.[\]]+)((?:\[\d{1,6}\])*)$/;

/** Takes a path apart; null for what is none. */
export function pathOf(text: string): Path | null {
  const path: (string | number)[] = [];
  for (const step of text.split('.')) {
    const [, name, places = ''] = STEP.exec(step) ?? [];
    if (name === undefined) return null;
    path.push(name, ...Array.from(places.matchAll(/\d+/g), ([place]) => Number(place)));
  }
  return path;
}

/** The value at a path; undefined where there is none. Only what the record has of its own is found. */
export function valueAt(record: Json, path: Path): Json | undefined {
  let value: Json | undefined = record;
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = Object.hasOwn(asObject(value) ?? {}, step) ? asObject(value)?.[step] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}
