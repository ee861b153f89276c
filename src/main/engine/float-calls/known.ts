import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Output } from '../../../shared/rpc/contract.ts';
import { replaceFile } from '../disk/disk.ts';
import type { Engine } from '../engine.ts';
import { byText } from '../float/paths.ts';

type Project = Output<'float.projects'>['items'][number];

export interface KnownRoots {
  /** Folders that tapes were written in and those opened by hand, as far as they are there; those with a `.float` first. */
  list(): Promise<Project[]>;
  /** Notes a project that a person opened, for the next time; a read-only host for this time alone, and a terminal not at all. */
  remember(root: string): void;
}

/** Projects that were opened by hand are kept to this number, the newest first. */
const MOST = 50;

export function createKnownRoots({ catalog, options }: Pick<Engine, 'catalog' | 'options'>): KnownRoots {
  const file = join(options.home, 'float-projects.json');
  const roots = rootsIn(file);
  return {
    async list() {
      const tapes = new Map(roots.map((root) => [root, 0]));
      for (const { project } of catalog.tapes()) if (isAbsolute(project)) tapes.set(project, (tapes.get(project) ?? 0) + 1);
      const found = await Promise.all([...tapes].map(([root, count]) => look(root, count)));
      return found
        .flatMap((one) => one ?? [])
        .sort((a, b) => Number(b.built) - Number(a.built) || b.tapes - a.tapes || byText(a.root, b.root));
    },
    remember(root) {
      if (options.host === 'terminal' || roots.includes(root)) return;
      roots.unshift(root);
      roots.splice(MOST);
      if (options.readOnly) return;
      try {
        replaceFile(file, `${JSON.stringify({ roots }, null, 2)}\n`);
      } catch {
        // A list of places is not worth a failure: the project is open all the same.
      }
    },
  };
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isDirectory() === true;

/** null where there is no such folder (any more). The name of a folder is all that is looked at. */
const look = async (root: string, tapes: number): Promise<Project | null> =>
  (await isFolder(root)) ? { root, built: await isFolder(join(root, '.float')), tapes } : null;

const rootsIn = (file: string): string[] => {
  try {
    const { roots } = JSON.parse(readFileSync(file, 'utf8')) as { roots?: unknown };
    return Array.isArray(roots) ? roots.filter((root) => typeof root === 'string' && isAbsolute(root)) : [];
  } catch {
    return [];
  }
};
