/** The words of one line of a drawing: `"text"` with JSON escapes, `{json}`, and bare words. */
export interface Token {
  type: 'word' | 'text' | 'json';
  value: string;
}

const PIECE = /\s*("(?:[^"\\]|\\.)*"|[^\s"{]+)/y;

/** Cuts a line into tokens. Throws with the line when a quote or a brace stays open: a wrong drawing is a wrong test. */
export function tokens(line: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (line.slice(at).trim() !== '') {
    const brace = /^\s*\{/.exec(line.slice(at));
    if (brace) {
      const start = at + brace[0].length - 1;
      const end = closingBrace(line, start);
      found.push({ type: 'json', value: line.slice(start, end) });
      at = end;
      continue;
    }
    PIECE.lastIndex = at;
    const piece = PIECE.exec(line)?.[1];
    if (piece === undefined) throw new Error(`cannot read this part of the drawing: ${line.slice(at)}`);
    at = PIECE.lastIndex;
    if (piece.startsWith('"')) found.push({ type: 'text', value: String(JSON.parse(piece)) });
    else found.push({ type: 'word', value: piece });
  }
  return found;
}

/** Index after the brace that closes the one at `start`; braces inside strings do not count. */
function closingBrace(line: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < line.length; at += 1) {
    const char = line[at];
    if (quoted && char === '\\') at += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === '{') depth += 1;
    else if (!quoted && char === '}' && --depth === 0) return at + 1;
  }
  throw new Error(`a brace stays open: ${line.slice(start)}`);
}

/** Lines of a drawing with their indentation, without blank ones and without `# comments`. */
export function drawnLines(drawing: string): { indent: number; text: string }[] {
  return drawing
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim() }));
}
