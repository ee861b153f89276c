import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file in the header of an archive: `offset` counts from the end of the header; one that was unpacked is next to the archive. */
export interface ArchivedFile {
  size: number;
  offset?: string;
  unpacked?: true;
  integrity?: { algorithm: string; hash: string };
}

interface Folder {
  files: Record<string, Folder | ArchivedFile>;
}

/** Electron's archive of an app: each file by its path. */
export interface Archive {
  readonly files: ReadonlyMap<string, ArchivedFile>;
  /** Writes all files below `folder`, as Electron sees them. */
  extract(folder: string): void;
}

const listed = (folder: Folder, path = ''): [string, ArchivedFile][] =>
  Object.entries(folder.files).flatMap(([name, one]) => {
    const place = path === '' ? name : `${path}/${name}`;
    return 'files' in one ? listed(one, place) : [[place, one] as [string, ArchivedFile]];
  });

/** Reads an archive: four numbers, the second the length of the header's pickle, the last that of its JSON. */
export function readArchive(path: string): Archive {
  const bytes = readFileSync(path);
  const json = bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12));
  const base = 8 + bytes.readUInt32LE(4);
  const files = new Map(listed(JSON.parse(json) as Folder));
  return {
    files,
    extract(folder) {
      for (const [place, { size, offset }] of files) {
        mkdirSync(dirname(join(folder, place)), { recursive: true });
        const start = base + Number(offset);
        if (offset !== undefined) writeFileSync(join(folder, place), bytes.subarray(start, start + size));
      }
      const unpacked = `${path}.unpacked`;
      if (existsSync(unpacked)) cpSync(unpacked, folder, { recursive: true });
    },
  };
}
