/** Lines that a command's output begins with when it is folded. */
const MOST = 4;
/** As many lines are shown whole: to fold them would save nothing. */
export const SHORT = 8;

const TELLS = /\b(error|fail(ed|ure|s)?|fatal|panic|exception|denied|not found|cannot|undefined|warning)\b|[✗✘×]/i;

/** The lines that one looks for in what a command printed: those that say what went wrong, and the last that says anything. Pure; in their order. */
export function matterOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const found = lines.flatMap((line, at) => (TELLS.test(line.slice(0, 2000)) ? [at] : [])).slice(0, MOST - 1);
  const shown = new Set([...found, lines.length - 1]);
  return lines.filter((_, at) => shown.has(at));
}
