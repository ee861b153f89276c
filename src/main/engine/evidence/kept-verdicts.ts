import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { TapeProof, type TapeRow } from '../../../shared/model/index.ts';
import { version } from '../app/version.ts';
import type { Catalog } from '../catalog/types.ts';
import { replaceFile } from '../disk/disk.ts';
import { digest } from '../formats/digest.ts';

/**
 * How tapes agreed with captured requests when they were last compared, in a file of Tapescope's folder: to compare takes seconds for a library, and
 * each start would do it again. All of it is derived, so a file that is damaged, of other code, or not to be written is as good as none.
 */
export interface Verdicts {
  /** Undefined where it is not known; null where no step had a request at hand. */
  of(tape: TapeRow, captures: readonly TapeRow[]): TapeProof | null | undefined;
  keep(tape: TapeRow, captures: readonly TapeRow[], proof: TapeProof | null): void;
  /** Writes what is new; `all`: what was not asked for since is of no tape any more. */
  save(all: boolean): void;
}

export interface KeptIn {
  home: string;
  readOnly: boolean;
  /** What tells one version of the code from another. Null where nothing does, as while its sources are edited: then nothing is kept. */
  code?: string | null;
}

const Kept = z.object({ code: z.string(), verdicts: z.record(z.string(), TapeProof.nullable()) });

/** A build writes this file again, with the rules that views are made by. */
const codeOfBuild = (): string | null => {
  const path = fileURLToPath(import.meta.url);
  return path.endsWith('.ts') ? null : `${version} ${statSync(path).mtimeMs}`;
};

const read = (path: string, code: string): Map<string, TapeProof | null> => {
  try {
    const kept = Kept.parse(JSON.parse(readFileSync(path, 'utf8')));
    return new Map(kept.code === code ? Object.entries(kept.verdicts) : []);
  } catch {
    return new Map();
  }
};

/** The verdicts in a folder. They go by what they were reached from: a tape and its captures, as the catalog has them. */
export function openVerdicts(catalog: Pick<Catalog, 'revision'>, { home, readOnly, code = codeOfBuild() }: KeptIn): Verdicts {
  const path = join(home, 'verdicts.json');
  const known = code === null ? new Map<string, TapeProof | null>() : read(path, code);
  const asked = new Set<string>();
  let isNew = false;
  // What the last part says is of the whole catalog.
  const revision = (id: string): string => catalog.revision(id).replace(/:[^:]*$/, '');
  const stampOf = (tape: TapeRow, captures: readonly TapeRow[]): string => {
    const stamp = digest([tape, ...captures].map((row) => [revision(row.id), JSON.stringify(row)]));
    asked.add(stamp);
    return stamp;
  };
  return {
    of: (tape, captures) => known.get(stampOf(tape, captures)),
    keep(tape, captures, proof) {
      known.set(stampOf(tape, captures), proof);
      isNew = true;
    },
    save(all) {
      if (all) for (const stamp of known.keys()) if (!asked.has(stamp)) known.delete(stamp);
      if (!isNew || readOnly || code === null) return;
      isNew = false;
      try {
        replaceFile(path, JSON.stringify({ code, verdicts: Object.fromEntries(known) }));
      } catch {
        // A full disk: it is compared again at the next start.
      }
    },
  };
}
