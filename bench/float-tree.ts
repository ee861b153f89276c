// A project of any size with invented names and texts: what `float.ts` builds.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setScope } from '../src/main/engine/float/edit.ts';
import type { Float } from '../src/main/engine/float/float.ts';
import { addDecision } from '../src/main/engine/float/log.ts';

const WORDS =
  'harbor ledger meadow pillar quartz ribbon saddle timber velvet willow anchor beacon cinder dahlia ember falcon garnet hollow indigo jasper'.split(
    ' ',
  );

/** Numbers that look drawn by lot and are the same in every run, so that a small project is the beginning of a large one. */
const drawn = (): (() => number) => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const word = (next: () => number): string => WORDS[Math.floor(next() * WORDS.length)] ?? 'word';
const sentence = (next: () => number): string => {
  const words = Array.from({ length: 6 + Math.floor(next() * 10) }, () => word(next)).join(' ');
  return `The ${words} of ${word(next)}${Math.floor(next() * 1000)}.`;
};
const paragraph = (next: () => number): string => Array.from({ length: 3 + Math.floor(next() * 5) }, () => sentence(next)).join(' ');

/** Eight folders in each, so that 10,000 of them are four to five deep. Paths in a project, without the project itself. */
const folderPaths = (count: number): string[] => {
  const paths = [''];
  for (let at = 0; paths.length <= count; at += 1)
    for (let child = 0; child < 8 && paths.length <= count; child += 1) paths.push(`${paths[at]}/${WORDS[child]}-${at + 1}`);
  return paths.slice(1);
};

const OLD = 1_700_000_000;

/** Writes `folders` folders below `root` with `files` files each; a third of them has a README. Files are old, as those of a project are. */
export function writeTree(root: string, folders: number, files: number): string[] {
  const next = drawn();
  const paths = folderPaths(folders);
  for (const path of paths) {
    mkdirSync(join(root, path), { recursive: true });
    for (let file = 0; file < files; file += 1) {
      const readme = file === 0 && next() < 0.33;
      const name = join(root, path, readme ? 'README.md' : `${word(next)}-${file}.ts`);
      writeFileSync(name, readme ? readmeText(path, next) : `// ${sentence(next)}\n\nexport const ${word(next)}${file} = ${file};\n`);
      utimesSync(name, OLD, OLD);
    }
  }
  return paths;
}

const readmeText = (path: string, next: () => number): string =>
  `# ${path}\n\n${Array.from({ length: 2 + Math.floor(next() * 6) }, () => paragraph(next)).join('\n\n')}\n`;

/** Scopes with boot texts, and decisions: as many as people would write. */
export function writeTexts(float: Float, paths: readonly string[]): void {
  const next = drawn();
  setScope(float, '/', true, paragraph(next));
  for (const path of paths.slice(0, 40).filter((_, at) => at % 5 === 0)) setScope(float, path, true, paragraph(next));
  for (const [at, folder] of paths.entries()) {
    if (at % 10 !== 0) continue;
    const tags = at % 500 === 0 ? ['architectural'] : [];
    addDecision(float, {
      folder,
      title: sentence(next),
      rationale: paragraph(next),
      date: `2026-01-${String((at % 28) + 1).padStart(2, '0')}`,
      tags,
    });
  }
}
