import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Picture, readPng, writePng } from './png.ts';

/**
 * A look is a picture of the window made so small that neither the smoothing of text nor its hinting is left in it: one pixel, the mean
 * colour, for each square of CELL × CELL. What moves, appears or changes its colour is still there.
 */
const CELL = 16;
/** A cell differs where a channel of its mean is further off than this, of 255; a look does where more than this share of its cells differ. */
const CHANNEL = 12;
const SHARE = 0.004;

/** Makes the look of a screenshot. */
export function lookOf({ width: across, height: down, rgb }: Picture): Picture {
  const [width, height] = [Math.ceil(across / CELL), Math.ceil(down / CELL)];
  const [sums, pixels] = [new Float64Array(3 * width * height), new Float64Array(width * height)];
  for (let y = 0, from = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const at = Math.floor(y / CELL) * width + Math.floor(x / CELL);
      pixels[at] = (pixels[at] ?? 0) + 1;
      for (let part = 0; part < 3; part++, from++) sums[3 * at + part] = (sums[3 * at + part] ?? 0) + (rgb[from] ?? 0);
    }
  return { width, height, rgb: Uint8Array.from(sums, (sum, at) => Math.round(sum / (pixels[Math.floor(at / 3)] ?? 1))) };
}

const fileOf = (name: string): string => join(import.meta.dirname, 'looks', `${name}.png`);

/** The look that is kept under a name, or null. */
export function keptLook(name: string): Picture | null {
  return existsSync(fileOf(name)) ? readPng(readFileSync(fileOf(name))) : null;
}

export function keepLook(name: string, look: Picture): void {
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), writePng(look));
}

/** Where two looks differ, in pixels of the screenshot, and by how much. */
export interface Difference {
  cells: readonly { left: number; top: number; by: number }[];
  allowed: number;
}

/** Answers null where a look is like the kept one. */
export function differs(kept: Picture, { width, height, rgb }: Picture): Difference | null {
  const isOfSize = kept.width === width && kept.height === height;
  const offBy = (at: number): number => (isOfSize ? Math.abs((kept.rgb[at] ?? 0) - (rgb[at] ?? 0)) : 255);
  const cells = Array.from({ length: width * height }, (_, at) => ({
    left: (at % width) * CELL,
    top: Math.floor(at / width) * CELL,
    by: Math.max(offBy(3 * at), offBy(3 * at + 1), offBy(3 * at + 2)),
  })).filter(({ by }) => by > CHANNEL);
  const allowed = Math.floor(SHARE * width * height);
  return cells.length > allowed ? { cells, allowed } : null;
}

/** Says how many cells differ, by how much, and within which part of the picture. */
export function inWords({ cells, allowed }: Difference): string {
  const [lefts, tops] = [cells.map(({ left }) => left), cells.map(({ top }) => top)];
  const across = `x ${Math.min(...lefts)} to ${Math.max(...lefts) + CELL}`;
  const down = `y ${Math.min(...tops)} to ${Math.max(...tops) + CELL}`;
  const most = Math.max(...cells.map(({ by }) => by));
  return `${cells.length} squares of ${CELL} px differ (at most ${allowed} may), by up to ${most} of 255: ${across}, ${down}`;
}

/** The screenshot with what differs in red. */
export function marked({ width, height, rgb }: Picture, { cells }: Difference): Buffer {
  const drawn = rgb.slice();
  for (const { left, top } of cells)
    for (let y = top; y < Math.min(top + CELL, height); y++)
      for (let x = left; x < Math.min(left + CELL, width); x++) drawn[3 * (y * width + x)] = 255 - (rgb[3 * (y * width + x)] ?? 0) / 2;
  return writePng({ width, height, rgb: drawn });
}
