import { asString } from '../json.ts';
import { type Edit, fields, type Tool } from './tool.ts';

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

type Piece = { before: string; after: string };

/**
 * A patch in the envelope of `apply_patch`: files that are added, updated or deleted, with lines marked by their first character. Null where a
 * line is none of these. Its grammar: "*** Begin Patch", then for each file a head and hunks that "@@" opens, then "*** End Patch".
 */
export function readPatch(text: string): Edit[] | null {
  const lines = text.replaceAll('\r\n', '\n').trim().split('\n');
  if (lines[0] !== '*** Begin Patch' || lines.at(-1) !== '*** End Patch') return null;
  const edits: { edit: Omit<Edit, 'pieces'>; hunks: string[][] }[] = [];
  for (const line of lines.slice(1, -1)) {
    const head = FILE.exec(line);
    const last = edits.at(-1);
    if (head?.[2] !== undefined) edits.push({ edit: { path: head[2], what: WHAT[head[1] ?? ''] ?? 'edit' }, hunks: [[]] });
    else if (last === undefined) return null;
    else if (line.startsWith('*** Move to: ')) last.edit.to = line.slice('*** Move to: '.length);
    else if (line === '*** End of File') continue;
    else if (line.startsWith('@@')) last.hunks.push([]);
    else if (line === '' || ' +-'.includes(line[0] ?? '?')) last.hunks.at(-1)?.push(line);
    else return null;
  }
  return edits.map(({ edit, hunks }) => ({ ...edit, pieces: hunks.filter((hunk) => hunk.length > 0).map(pieceOf) }));
}

const WHAT: Readonly<Record<string, Edit['what']>> = { Add: 'add', Update: 'edit', Delete: 'delete' };

const pieceOf = (hunk: readonly string[]): Piece => ({
  before: side(hunk, '+'),
  after: side(hunk, '-'),
});

/** The lines of one side: all but those that only the other has. */
const side = (hunk: readonly string[], other: string): string =>
  hunk
    .filter((line) => line[0] !== other)
    .map((line) => line.slice(1))
    .join('\n');

/** A tool that takes such a patch in one of its fields. */
export function patchTool(field: string): Tool {
  return {
    call: fields((input) => {
      const edits = readPatch(asString(input[field]) ?? '');
      return edits === null ? null : { as: 'edits', edits };
    }),
  };
}
