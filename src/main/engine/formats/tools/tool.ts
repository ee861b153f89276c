import type { Form } from '../../../../shared/model/index.ts';
import type { Json, JsonObject } from '../values.ts';

/** A change of a file as a call says it: what goes, what comes. Whoever draws it finds the lines that differ. */
export interface Edit {
  path: string;
  what: 'edit' | 'add' | 'delete';
  to?: string;
  all?: true;
  /** Text before and after, in stretches of the file. */
  pieces: readonly { before: string; after: string }[];
}

/** What a call is; changes of files are still texts here. */
export type Call = Exclude<Form, { as: 'changes' }> | { as: 'edits'; edits: readonly Edit[] };

/** What a result is to be read with. */
export interface Answered {
  text: string;
  failed: boolean;
  input: Json;
}

/**
 * What is known of one tool of an agent. Both functions never throw; null where the input or the result is not what the tool takes and gives.
 * `input` is a string for a tool that takes text.
 */
export interface Tool {
  call(input: Json): Call | null;
  result?(answer: Answered): Form | null;
}

/** The tools of an agent by the names in its log. */
export type Tools = Readonly<Record<string, Tool>>;

/** A tool by its name, for the names that the table has itself. */
export function toolOf(tools: Tools | undefined, name: string): Tool | null {
  return tools !== undefined && Object.hasOwn(tools, name) ? (tools[name] ?? null) : null;
}

/** Reads an input that has to be an object. */
export function fields(read: (input: JsonObject) => Call | null) {
  return (input: Json): Call | null => (typeof input === 'object' && input !== null && !Array.isArray(input) ? read(input) : null);
}
