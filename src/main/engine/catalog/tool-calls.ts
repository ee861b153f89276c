import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { PAGE } from '../pages/columns.ts';
import type { Head, Pager } from './heads.ts';

/** The calls of one tool in a tape, in their order: the entry of each, when it was made, and how long its result took (ms, NaN where the log does not say). */
export interface ToolCalls {
  name: string;
  seq: number[];
  at: number[];
  took: number[];
  failed: boolean[];
}

/** Entries with calls bear the names of their tools, one after the other. */
const namesOf = (label: string, many: number): string[] => {
  const names = label.split(', ');
  return names.length === many ? names : new Array<string>(many).fill(label);
};

/**
 * Finds the calls of tools from entry `from` on, each with its first result. Only pages are read, no log. Calls of an answer that the agent dropped
 * count where they ran all the same: such an entry may bear what went wrong in place of their names.
 */
export function toolCallsOf(pager: Pager, head: Head, from: number): ToolCalls[] {
  const tools = new Map<string, ToolCalls>();
  const open = new Map<string, { tool: ToolCalls; index: number }>();
  const dropped = new Map<string, () => void>();
  const begin = (seq: number, time: number, name: string, id: string): void => {
    const tool = tools.get(name) ?? { name, seq: [], at: [], took: [], failed: [] };
    tools.set(name, tool);
    tool.at.push(time);
    tool.took.push(Number.NaN);
    tool.failed.push(false);
    open.set(id, { tool, index: tool.seq.push(seq) - 1 });
  };
  const end = (time: number, flags: number, id: string): void => {
    dropped.get(id)?.();
    dropped.delete(id);
    const found = open.get(id);
    if (found === undefined) return;
    open.delete(id);
    const { tool, index } = found;
    const took = time - (tool.at[index] ?? Number.NaN);
    if (took >= 0) tool.took[index] = took;
    tool.failed[index] = has(flags, Flag.Failed);
  };
  for (let first = from - ((from - 1) % PAGE); first <= head.state.entries; first += PAGE) {
    const { cols, text, calls, results } = pager.entries(head, first);
    for (const row of [...new Set([...calls.keys(), ...results.keys()])].sort((a, b) => a - b)) {
      if (first + row < from) continue;
      const [time, flags] = [cols.time[row] ?? Number.NaN, cols.flags[row] ?? 0];
      for (const id of results.get(row) ?? []) end(time, flags, id);
      const ids = calls.get(row) ?? [];
      const names = namesOf(text.labels[cols.label[row] ?? 0] ?? '', ids.length);
      for (const [at, id] of ids.entries()) {
        const made = (): void => begin(first + row, time, names[at] ?? '', id);
        if (has(flags, Flag.Excluded)) dropped.set(id, made);
        else made();
      }
    }
  }
  return [...tools.values()];
}
