import { realpathSync } from 'node:fs';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { isObject } from '../../formats/json.ts';
import type { Json, JsonObject } from '../../formats/values.ts';
import type { Tape } from '../../store/types.ts';
import type { Call } from '../conversation.ts';
import type { Outcome } from '../loop.ts';
import { bash } from './bash.ts';
import { readFile, writeFile } from './files.ts';
import { subRun } from './sub-run.ts';
import { tapeTools } from './tape.ts';
import type { Place, Tool } from './tool.ts';

export const TOOLS: readonly Tool[] = [readFile, writeFile, bash, subRun, ...tapeTools];

/** The names by which tools are allowed; `tape.*` is all of the tape's. */
export const TOOL_NAMES: readonly string[] = [...TOOLS.map(({ allowed }) => allowed), 'tape.*'];

/** The tools of these names, in the order of the table. Throws 'bad-input' for a name that none has. */
export function toolsOf(names: readonly string[]): Tool[] {
  const unknown = names.find((name) => !TOOL_NAMES.includes(name));
  if (unknown !== undefined)
    throw new TapeError('bad-input', `There is no tool "${unknown.slice(0, 60)}". There are ${TOOL_NAMES.join(', ')}.`);
  return TOOLS.filter(({ allowed }) => names.includes(allowed) || (allowed.startsWith('tape.') && names.includes('tape.*')));
}

/** Whether a call may run, and if not, why: one sentence for the model. */
export type Allow = (tool: Tool, args: JsonObject, signal: AbortSignal) => Promise<string | null>;

/** Runs calls of the tools that are allowed, and no others. What a tool refuses is a result like any other. */
export function createToolBox(
  tools: readonly Tool[],
  tape: Tape,
  env: NodeJS.ProcessEnv,
  allow: Allow,
  subRun: Place['subRun'] = noSubRun,
) {
  const root = realpathSync(tape.workspace.config.root);
  return async (call: Call, signal: AbortSignal): Promise<Outcome> => {
    const tool = tools.find(({ name }) => name === call.name);
    if (tool === undefined) return { failed: `There is no tool ${call.name.slice(0, 60)} here.` };
    const args = argumentsOf(call.arguments);
    if (args === null) return { failed: `The arguments of ${tool.name} are not a JSON object.` };
    // Nobody can decide about a call that does not say what it does, and nothing of it may be remembered.
    if (tool.subject?.(args) === null) return { failed: `The arguments of ${tool.name} do not say what to do.` };
    try {
      const no = await allow(tool, args, signal);
      return no === null ? await tool.run(args, { root, tape, env, signal, subRun }) : { failed: no };
    } catch (failure) {
      return { failed: failure instanceof Error ? failure.message : String(failure) };
    }
  };
}

const noSubRun: Place['subRun'] = async () => ({ failed: 'A run cannot start another one here.' });

const argumentsOf = (text: string): JsonObject | null => {
  if (text.trim() === '') return {};
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

const SECRET = /key|token|secret|password|passwd|credential|auth/i;

/** The environment without what may open an account. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)));
}
