import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importOnce, MEGA } from './import-once.ts';
import { type BenchRow, median, timed } from './report.ts';

/** JSON.parse of every line of a file that is in memory, on one thread: what the machine can do at best. */
export function parseAll(bytes: Buffer): void {
  for (let at = 0, feed = bytes.indexOf(10); feed >= 0; at = feed + 1, feed = bytes.indexOf(10, at)) {
    JSON.parse(bytes.toString('utf8', at, feed));
  }
}

/** What a file holds for whoever reads it: its bytes, and ways to read them. The first is the one that the target is a share of. */
export interface Held {
  bytes: number;
  yardsticks: Record<string, () => unknown>;
}

export interface Sample {
  name: string;
  file: string;
  folder: string;
  target: number;
  /** The format that it must be read as, where its name does not say it. */
  format?: string;
  write(path: string, bytes: number, seed: number): void;
  held(path: string): Held;
}

export const linesOfJson = {
  held: (path: string): Held => {
    const bytes = readFileSync(path);
    return { bytes: bytes.length, yardsticks: { 'JSON.parse of the same lines': () => parseAll(bytes) } };
  },
};

/** Writes the session, and one before it that is as long as what two threads read together, so that both of them run. */
const written = ({ folder, file, write }: Sample, quick: boolean): [string, string] => {
  const [path, before] = [join(folder, 'session', file), join(folder, 'before', file)];
  for (const each of [path, before]) mkdirSync(dirname(each), { recursive: true });
  write(path, (quick ? 20 : 60) * MEGA, 7);
  write(before, (quick ? 20 : 40) * MEGA, 8);
  return [path, before];
};

/** Structure of one long session of an agent, against each way to read what it holds. */
export async function structureRows(sample: Sample, quick: boolean): Promise<BenchRow[]> {
  const { name, target, format, held } = sample;
  const [path, before] = written(sample, quick);
  const { bytes, yardsticks } = held(path);
  const imports: number[] = [];
  const reads = Object.values(yardsticks).map((): number[] => []);
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    for (const [at, read] of Object.values(yardsticks).entries()) reads[at]?.push(await timed(read));
    const imported = await importOnce(path, before, { text: false });
    if (format !== undefined && imported.format !== format) throw new Error(`${name} was read as ${imported.format}`);
    imports.push(imported.structure);
  }
  const speed = (ms: number): number => bytes / MEGA / (ms / 1000);
  const value = speed(median(imports));
  return Object.keys(yardsticks).map((yardstick, at) => {
    const yardstickValue = speed(median(reads[at] ?? []));
    return {
      ...{ what: `structure ingest, ${name}`, value, unit: 'MB/s', yardstick, yardstickValue },
      ...{ ratio: value / yardstickValue, target: at === 0 ? target : null, better: 'higher' },
    };
  });
}
