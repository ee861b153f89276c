import { truncate } from '../format/width.ts';
import { jobLine } from '../progress.ts';
import type { Terminal } from '../terminal.ts';

const EVERY_MS = 80;

/** One transient line for long work, drawn at most every 80 ms. */
export function teller(terminal: Terminal, title: string, unit: string): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    terminal.status(truncate(jobLine({ title, unit, done, total }), terminal.layout.width - 1));
  };
}
