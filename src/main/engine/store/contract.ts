import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Ajv as AjvClass, ErrorObject } from 'ajv';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Workspace } from './types.ts';

/** A JSON Schema for the state of handoffs, in the folder of the workspace. */
export const STATE_SCHEMA = 'state.schema.json';

/** Loads the validator only where a workspace has a contract: it costs more than all else that a command does. The bundler has a `require` of its own. */
const load = createRequire(import.meta.url);

/**
 * Compares a handoff's state with the contract of the workspace, where it has one. Throws 'refused' with every field that breaks it, and
 * 'unreadable' for a contract that is not a JSON Schema.
 */
export function checkState({ folder }: Workspace, state: unknown): void {
  const path = join(folder, STATE_SCHEMA);
  if (!existsSync(path)) return;
  const validate = compiled(path);
  if (validate(state)) return;
  const errors = validate.errors ?? [];
  const fields = [...new Set(errors.map(fieldOf))];
  throw new TapeError('refused', `The state breaks the contract in ${STATE_SCHEMA}: ${errors.map(sentenceOf).join('; ')}.`, { fields });
}

const compiled = (path: string): ReturnType<AjvClass['compile']> => {
  try {
    const schema = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    const module = String(schema.$schema ?? '').includes('draft-07') ? 'ajv' : 'ajv/dist/2020.js';
    const { default: Ajv } = load(module) as { default: typeof AjvClass };
    return new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
  } catch (error) {
    throw new TapeError('unreadable', `${path} is not a JSON Schema: ${error instanceof Error ? error.message : String(error)}.`);
  }
};

/** `next_steps.0`, or the field that is missing or too much. */
const fieldOf = ({ instancePath, params }: ErrorObject): string => {
  const within = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const named: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return [within, ...(typeof named === 'string' ? [named] : [])].filter(Boolean).join('.') || 'state';
};

const sentenceOf = (error: ErrorObject): string => {
  if ('missingProperty' in error.params) return `"${fieldOf(error)}" is missing`;
  if ('additionalProperty' in error.params || 'unevaluatedProperty' in error.params) return `"${fieldOf(error)}" is not in it`;
  const allowed: unknown = error.params.allowedValues;
  return `"${fieldOf(error)}" ${error.message ?? 'is wrong'}${Array.isArray(allowed) ? ` (${allowed.join(', ')})` : ''}`;
};
