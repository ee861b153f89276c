import { closeSync, fsyncSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cutBack, makeFolders, openPlain, sizeOf, syncFolder } from '../disk/disk.ts';
import { stampOf } from './names.ts';

const RECOVERED = 'recovered';

/** A path in `recovered/` that is not taken. */
export function recoveredPath(folder: string, name: string, now: Date): string {
  makeFolders(folder, RECOVERED);
  const base = join(folder, RECOVERED, `${stampOf(now)}_${name}`);
  for (let count = 1; ; count += 1) {
    const path = count === 1 ? base : `${base}.${count}`;
    if (sizeOf(path) === null) return path;
  }
}

/** Pieces that were set aside so far. */
export function recoveredCount(folder: string): number {
  try {
    return readdirSync(join(folder, RECOVERED)).length;
  } catch {
    return 0;
  }
}

/** Moves the bytes from `keep` on out of a file into `recovered/`, durably there before they are cut here. Answers where they are. */
export function setAside(folder: string, path: string, keep: number, now: Date): string {
  const source = join(folder, path);
  const target = recoveredPath(folder, path.replace(/^anchors\//, '').replaceAll('/', '_'), now);
  copyFrom(source, keep, target);
  syncFolder(join(folder, RECOVERED));
  cutBack(source, keep);
  return target;
}

const copyFrom = (source: string, from: number, target: string): void => {
  const input = openPlain(source, 'read');
  const output = openSync(target, 'wx');
  try {
    const buffer = Buffer.allocUnsafe(1 << 20);
    for (let at = from, read = 1; read > 0; at += read) {
      read = readSync(input, buffer, 0, buffer.length, at);
      for (let written = 0; written < read; ) written += writeSync(output, buffer, written, read - written);
    }
    fsyncSync(output);
  } finally {
    closeSync(input);
    closeSync(output);
  }
};
