/** Widths in em of an interface font, rather too wide than too narrow: whoever opens the file may have another one. */
const widthOf = (letter: string): number => {
  if (/[ iljtfrI.,:;'|!()[\]]/.test(letter)) return 0.38;
  if (/[mwMW%@…]/.test(letter)) return 0.95;
  if (/[a-z]/.test(letter)) return 0.6;
  if (/[A-Z0-9#&+=~_/<>?$–·-]/.test(letter)) return 0.68;
  return 1.05;
};

/** Pixels that a text takes at `size`. */
export function measure(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += widthOf(letter) * size;
  return width;
}

/** As much of a text as fits into `width` pixels; what does not ends in an ellipsis. */
export function fitted(text: string, width: number, size: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (measure(line, size) <= width) return line;
  let kept = '';
  let taken = measure('…', size);
  for (const letter of line) {
    taken += widthOf(letter) * size;
    if (taken > width) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** Broken between words into at most `most` lines; the last one is cut. */
export function wrap(text: string, width: number, size: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text.replace(/\s+/g, ' ').trim();
  while (rest !== '' && lines.length < most - 1 && measure(rest, size) > width) {
    const words = rest.split(' ');
    let line = words.shift() ?? '';
    while (words[0] !== undefined && measure(`${line} ${words[0]}`, size) <= width) line += ` ${words.shift()}`;
    lines.push(fitted(line, width, size));
    rest = words.join(' ');
  }
  return rest === '' ? lines : [...lines, fitted(rest, width, size)];
}
