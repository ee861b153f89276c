import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf, writeFailure } from '../disk/disk.ts';
import { closeFloat, type Float, openFloat } from './float.ts';

const TEXT = `# How to get context

This project keeps one ready-made file of context for each of its folders. Read the one for the folder you work in, and nothing else:

    .float/context/NAME.standard.md

NAME is the folder's path from the project's root with \`--\` in place of each slash: \`src/auth\` is \`src--auth\`, and the project itself is
\`_root\`. A few characters are written as in web addresses (\`%2D\` is a hyphen next to a separator). Where no file has that name, list
\`.float/context/\`: the first line of each file says which folder it is about.

The file holds the project's boot text, the scopes above, the folder itself, its recent decisions, and where to look next.

- \`NAME.minimal.md\`: what the folder is, in under 500 tokens.
- \`NAME.standard.md\`: for ordinary work, under 2,000.
- \`NAME.full.md\`: decisions with their reasons, under 5,000.
- \`NAME.deep.md\`: the whole history and all cross-references.

The end of each file lists what was cut. Files are made from \`.float/float.db\`: do not edit them. To correct one, use \`float describe\`,
\`float log add\` or \`float link\`, then \`float build --stale\`.
`;

/** What git keeps is what people write; the database is this machine's, and the rest is built from it. */
const IGNORED = 'float.db*\ncontext/\n';

/**
 * Writes `.float/boot.md`, which teaches an agent to read the files, and `.float/.gitignore`. Where they are they stay as they are: people
 * edit them. Answers the names of what was written.
 */
export function writeBoot(float: Float): string[] {
  const files = { 'boot.md': TEXT, '.gitignore': IGNORED };
  return Object.entries(files).flatMap(([name, text]) => (writeOnce(join(float.root, '.float', name), text) ? [name] : []));
}

const writeOnce = (path: string, text: string): boolean => {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw writeFailure(error, path);
  }
};

/** Makes the `.float` of a project where there is none, with the text that teaches agents to read it. Throws as `openFloat` does. */
export function initFloat(folder: string): { root: string; created: boolean; written: string[] } {
  const root = resolve(folder);
  const created = !existsSync(join(root, '.float', 'float.db'));
  const float = openFloat(root, { create: true });
  try {
    return { root, created, written: writeBoot(float) };
  } finally {
    closeFloat(float);
  }
}
