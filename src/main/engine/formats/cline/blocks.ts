import { asString } from '../json.ts';
import { type Edit, fields, type Tool } from '../tools/tool.ts';

/** What goes, then what comes, between three lines of marks; lines that begin with a colon, up to a rule, say where it is in the file. */
const BLOCK = /^[-<]{3,} ?SEARCH>?\r?\n(?:(?::[a-z_]+:.*\r?\n)+(?:-{3,}\r?\n)?)?([\s\S]*?)^={3,}\r?\n([\s\S]*?)^[+>]{3,} ?REPLACE>?\r?$/gm;

const withoutEnd = (text: string | undefined): string => (text ?? '').replace(/\r?\n$/, '');

/** A tool that takes a path and blocks of what is searched for and what replaces it. Null where there is no block. */
export function blocksTool(path: string, diff: string): Tool {
  return {
    call: fields((input) => {
      const [file, text] = [asString(input[path]), asString(input[diff])];
      if (file === null || text === null) return null;
      const pieces = [...text.matchAll(BLOCK)].map(([, before, after]) => ({ before: withoutEnd(before), after: withoutEnd(after) }));
      const edit: Edit = { path: file, what: 'edit', pieces };
      return pieces.length === 0 ? null : { as: 'edits', edits: [edit] };
    }),
  };
}
