import { readFileSync } from 'node:fs';

/** A text that an agent writes or reads in one of the stories, from the folder of that name. They end in .txt so that no tool takes them for code. */
export function written(name: string): string {
  return readFileSync(new URL(`./written/${name}.txt`, import.meta.url), 'utf8');
}
