import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MEGA, openRoom } from './import-once.ts';
import { type BenchRow, median, timed } from './report.ts';

/** JSON.parse of every line of a file that is in memory, on one thread: what the machine can do at best. */
export function parseAll(bytes: Buffer): void {
  for (let at = 0, feed = bytes.indexOf(10); feed >= 0; at = feed + 1, feed = bytes.indexOf(10, at)) {
    JSON.parse(bytes.toString('utf8', at, feed));
  }
}

/** What a file holds for whoever reads it: its bytes, and ways to read them. The last is the one that the target is a share of. */
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

export const documentOfJson = {
  held: (path: string): Held => {
    const bytes = readFileSync(path);
    return { bytes: bytes.length, yardsticks: { 'JSON.parse of the same bytes': () => JSON.parse(bytes.toString()) } };
  },
};

/** Sessions that are imported before one counts. V8 compiles the readers of a format while the first ones come; the second takes a quarter longer than the sixth. */
const WARM = 2;
const ROUNDS = 5;

const bytesOf = (quick: boolean): number => (quick ? 20 : 60) * MEGA;

/** Writes sessions that have nothing in common; each is as long as what two threads read together. */
const written = ({ folder, file, write }: Sample, quick: boolean): string[] =>
  Array.from({ length: quick ? 2 : WARM + ROUNDS }, (_, at) => {
    const path = join(folder, `session-${at + 1}`, file);
    mkdirSync(dirname(path), { recursive: true });
    write(path, bytesOf(quick), at + 1);
    return path;
  });

/** How long it took to go through so many bytes. */
interface Pass {
  bytes: number;
  ms: number;
}

const speedOf = (passes: readonly Pass[]): number => median(passes.map(({ bytes, ms }) => bytes / MEGA / (ms / 1000)));

/** What the sessions took, one after the other, and each way to read them. */
const passesOf = async ({ name, format, held }: Sample, paths: readonly string[]) => {
  const imports: Pass[] = [];
  const reads = new Map<string, Pass[]>();
  const room = openRoom();
  try {
    for (const path of paths) {
      const { bytes, yardsticks } = held(path);
      for (const [yardstick, read] of Object.entries(yardsticks))
        reads.set(yardstick, [...(reads.get(yardstick) ?? []), { bytes, ms: await timed(read) }]);
      const imported = await room.import(path, { text: false });
      if (format !== undefined && imported.format !== format) throw new Error(`${name} was read as ${imported.format}`);
      imports.push({ bytes, ms: imported.structure });
    }
  } finally {
    await room.close();
  }
  return { imports, reads };
};

const rowOf = (what: string, imports: readonly Pass[], reads: readonly Pass[], yardstick: string, target: number | null): BenchRow => {
  const [value, yardstickValue] = [speedOf(imports), speedOf(reads)];
  return { what, value, unit: 'MB/s', yardstick, yardstickValue, ratio: value / yardstickValue, target, better: 'higher' };
};

/**
 * Structure of one long session of an agent, against each way to read what it holds: in the median, of sessions that come one after the other, as into a
 * window that has been open for a while. The second of them has a row of its own, without a target.
 */
export async function structureRows(sample: Sample, quick: boolean): Promise<BenchRow[]> {
  const { imports, reads } = await passesOf(sample, written(sample, quick));
  const warm = quick ? 1 : WARM;
  return [...reads].flatMap(([yardstick, passes], at) => {
    const last = at === reads.size - 1;
    const of = (what: string, from: number, to: number, target: number | null): BenchRow =>
      rowOf(`${what}, ${sample.name}`, imports.slice(from, to), passes.slice(from, to), yardstick, target);
    const all = of('structure ingest', warm, imports.length, last ? sample.target : null);
    return last && !quick ? [all, of('the second session of a start', 1, 2, null)] : [all];
  });
}
