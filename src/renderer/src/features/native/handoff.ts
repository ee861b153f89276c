import type { HandoffInput } from '../../../../shared/model/index.ts';
import type { WireError } from '../../../../shared/rpc/errors.ts';
import { parseJson } from './note.ts';

/** The dialog as it is typed. */
export interface HandoffForm {
  name: string;
  summary: string;
  /** One per line. */
  nextSteps: string;
  /** Numbers, with anything between them. */
  sourceIds: string;
  owner: string;
  /** A JSON object, or nothing. */
  state: string;
}

export type HandoffField = keyof HandoffForm;
export type FieldErrors = Partial<Record<HandoffField, string>>;

export function emptyHandoff(sources: readonly number[]): HandoffForm {
  return {
    name: '',
    summary: '',
    nextSteps: '',
    sourceIds: sources.join(', '),
    owner: '',
    state: '',
  };
}

/** The ids in what was typed, each once, or the piece that is not an id. */
export function idsIn(text: string): { ids: number[] } | { wrong: string } {
  const pieces = text.split(/[\s,;]+/).filter(Boolean);
  const wrong = pieces.find((piece) => !/^#?[1-9]\d{0,14}$/.test(piece));
  if (wrong !== undefined) return { wrong };
  return { ids: [...new Set(pieces.map((piece) => Number(piece.replace('#', ''))))] };
}

const stateIn = (text: string): { state?: Record<string, unknown> } | { wrong: string } => {
  if (text.trim() === '') return {};
  const parsed = parseJson(text);
  if (!parsed.ok) return { wrong: parsed.error };
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return { wrong: 'State is an object: { "key": value }.' };
  return { state: parsed.value as Record<string, unknown> };
};

/** What the form asks for; what cannot be asked for is said at its field. */
export function handoffOf(form: HandoffForm): { input: HandoffInput } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const name = form.name.trim();
  const ids = idsIn(form.sourceIds);
  const state = stateIn(form.state);
  if (name === '') errors.name = 'A phase has a name.';
  if ('wrong' in ids) errors.sourceIds = `${ids.wrong} is not an entry number.`;
  if ('wrong' in state) errors.state = state.wrong;
  if ('wrong' in ids || 'wrong' in state || name === '') return { errors };
  const nextSteps = form.nextSteps
    .split('\n')
    .map((step) => step.trim())
    .filter(Boolean);
  return {
    input: {
      name,
      ...(form.summary.trim() !== '' && { summary: form.summary.trim() }),
      ...(nextSteps.length > 0 && { nextSteps }),
      ...(ids.ids.length > 0 && { sourceIds: ids.ids }),
      ...(form.owner.trim() !== '' && { owner: form.owner.trim() }),
      ...state,
    },
  };
}

const fieldNames: Record<string, HandoffField> = {
  name: 'name',
  phase: 'name',
  summary: 'summary',
  next_steps: 'nextSteps',
  source_ids: 'sourceIds',
  owner: 'owner',
  state: 'state',
};

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);

/** The fields that a refusal is about: those that break the state contract, or the sources that are not there. Further state is one field. */
export function fieldsOfRefusal({ code, details }: WireError): HandoffField[] {
  if (code !== 'refused' && code !== 'bad-input') return [];
  const broken = strings(details?.fields).map((path) => fieldNames[path.split('.', 1)[0] ?? ''] ?? 'state');
  return [...new Set([...broken, ...(details?.ids === undefined ? [] : ['sourceIds' as const])])];
}
