// Checks that nothing outside of an agent's own folder and those of its heirs knows its name, and fails when it sees no file or no name.
import { globSync, readFileSync } from 'node:fs';
import { abouts } from '../src/main/engine/formats/abouts.ts';
import { judge } from './agent-names.mjs';
import { root } from './node24.mjs';

const ROOMS = 'src/{main/engine,main/cli,renderer,shared}/**/*.{ts,tsx,css,html}';

/** Files that name an agent although they are not at its home, and why. */
const ALLOWED = {
  ...{
    'src/shared/model/limits.ts': { words: ['claude', 'gemini', 'qwen'], why: 'names of models, not of an agent' },
    'src/main/engine/formats/context/models.ts': { words: ['claude'], why: 'names of models, not of an agent' },
    'src/main/engine/views/tokenizer.ts': { words: ['codex'], why: 'names of models, not of an agent' },
    'src/main/engine/report/redact-samples.ts': { words: ['pi'], why: 'PyPI is not an agent' },
    'src/main/engine/report/rules-token.ts': { words: ['pi'], why: 'PyPI is not an agent' },
  },
  ...{
    'src/main/engine/formats/pi/abilities.ts': {
      words: ['claude', 'codex', 'gemini', 'kimi', 'qwen'],
      why: 'names of models and of an API that serves them',
    },
    'src/main/engine/formats/pi/call-ids.ts': { words: ['codex'], why: 'the name of that API' },
    'src/main/engine/formats/pi/messages.ts': { words: ['codex'], why: 'the name of that API' },
    'src/main/engine/formats/pi/wire-google.ts': { words: ['claude', 'gemini'], why: 'names of models, not of an agent' },
  },
  'src/main/engine/formats/cline/about.ts': { words: ['claude'], why: 'the extension has kept the name that it began with' },
  'src/main/engine/report/reading.ts': { words: ['amp'], why: 'the name of an entity of HTML' },
  'src/main/engine/report/escape.ts': { words: ['amp'], why: 'the name of an entity of HTML' },
  'src/main/cli/commands/tree.ts': { words: ['amp'], why: 'the name of an entity of XML' },
  'src/main/cli/commands/receive.ts': { words: ['otel'], why: 'names of variables that programs with an exporter read' },
  'src/main/engine/formats/claude-code/wiring.ts': { words: ['otel'], why: 'a variable that the agent takes has the word in its name' },
  ...Object.fromEntries(
    ['formats-init.ts', 'formats-check.ts'].map((file) => [
      `src/main/cli/commands/${file}`,
      { words: ['mapped'], why: 'the commands that propose and check a mapping' },
    ]),
  ),
  'src/main/engine/formats/captured/programs.ts': { words: ['claude'], why: 'names of programs that capture requests' },
  'src/main/engine/formats/unknown.ts': {
    words: ['copilot', 'gemini', 'pi', 'qwen', 'opencode'],
    why: 'a table too: what a file looks like that cannot be read',
  },
};

const paths = globSync(ROOMS, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
const files = paths.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]);
const { files: looked, complaints } = judge(files, abouts, ALLOWED);
for (const complaint of complaints) console.error(`names: ${complaint}`);
if (complaints.length > 0) process.exit(1);
console.log(
  `names: ${looked} files, none names an agent (${abouts.map(({ id }) => id).join(', ')}) that is not its own; ${Object.keys(ALLOWED).length} are allowed to`,
);
