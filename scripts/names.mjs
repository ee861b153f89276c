// Checks that nothing outside of an agent's own folder knows its name, and fails when it sees no file or no name.
import { globSync, readFileSync } from 'node:fs';
import { abouts } from '../src/main/engine/formats/abouts.ts';
import { judge, wordsOf } from './agent-names.mjs';
import { root } from './node24.mjs';

const ROOMS = 'src/{main/engine,main/cli,renderer,shared}/**/*.{ts,tsx,css,html}';

/** Files that name an agent although they are not at its home, and why. */
const ALLOWED = {
  ...{
    'src/shared/model/limits.ts': { words: ['claude'], why: 'names of models, not of an agent' },
    'src/main/engine/formats/context/models.ts': { words: ['claude'], why: 'names of models, not of an agent' },
    'src/main/engine/views/tokenizer.ts': { words: ['codex'], why: 'names of models, not of an agent' },
    'src/main/engine/report/redact-samples.ts': { words: ['pi'], why: 'PyPI is no agent' },
    'src/main/engine/report/rules-token.ts': { words: ['pi'], why: 'PyPI is no agent' },
  },
  'src/main/engine/formats/unknown.ts': { words: ['pi'], why: 'a table too: what a file looks like that cannot be read' },
};

const paths = globSync(ROOMS, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
const files = paths.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]);
const words = wordsOf(abouts.filter(({ own }) => !own).map(({ id }) => id));
const { files: looked, complaints } = judge(files, words, ALLOWED);
for (const complaint of complaints) console.error(`names: ${complaint}`);
if (complaints.length > 0) process.exit(1);
console.log(`names: ${looked} files, none says ${words.join(', ')}; ${Object.keys(ALLOWED).length} are allowed to`);
