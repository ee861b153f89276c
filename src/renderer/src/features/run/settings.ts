import { type Budget, budgetOf } from '../../../../shared/model/budget.ts';
import { RUN_BOUNDS, type RunBounds, type RunSetup } from '../../../../shared/model/run.ts';
import { formatNumber } from '../../ui/format.ts';

/** What a person set for the next run; what is absent is as the workspace says, or as always. Bounds are kept as they were typed. */
export interface RunSettings {
  model?: string;
  tools?: readonly string[];
  steps?: string;
  budget?: string;
  minutes?: string;
}

/** The settings of the next run, or why they are none: one sentence. */
export type Settled = { model: string; tools: string[]; bounds: RunBounds } | { why: string };

export function modelOf({ model }: RunSettings, setup: RunSetup): string {
  return (model ?? setup.model ?? '').trim();
}

/** In the order of the table; those that are never run here are not offered to a model. */
export function toolsOf({ tools }: RunSettings, setup: RunSetup): string[] {
  const chosen = tools ?? setup.chosen;
  return setup.tools.filter(({ name, remembered }) => chosen.includes(name) && remembered !== 'never').map(({ name }) => name);
}

/** "20", "10", and an empty budget for none: what a field shows before anybody types in it. */
export function shownBounds({ steps, budget, minutes }: RunSettings): { steps: string; budget: string; minutes: string } {
  return { steps: steps ?? String(RUN_BOUNDS.steps), budget: budget ?? '', minutes: minutes ?? String(RUN_BOUNDS.seconds / 60) };
}

/** Reads what was typed. */
export function settle(settings: RunSettings, setup: RunSetup): Settled {
  const model = modelOf(settings, setup);
  const why = whyNoModel(model, setup);
  if (why !== null) return { why };
  const bounds = boundsOf(settings);
  return 'why' in bounds ? bounds : { model, tools: toolsOf(settings, setup), bounds };
}

/** Why a model cannot be asked, as one sentence; null where it can. */
export function whyNoModel(model: string, { providers }: Pick<RunSetup, 'providers'>): string | null {
  const names = providers.map(({ name }) => `${name}:…`).join(', ');
  if (model === '') return `Name a model: ${names}.`;
  const [provider = '', name] = model.split(/:(.*)/s);
  const known = providers.find((one) => one.name === provider);
  if (known === undefined || name === undefined || name === '') return `A model is named PROVIDER:NAME, with one of ${names}.`;
  return known.why === null ? null : `${known.why} Then start Tapescope again.`;
}

const boundsOf = (settings: RunSettings): RunBounds | { why: string } => {
  const { steps, budget, minutes } = shownBounds(settings);
  const requests = Number(steps);
  const seconds = Math.round(Number(minutes) * 60);
  if (!/^\d+$/.test(steps.trim()) || requests < 1 || requests > 1000) return { why: 'Requests are a whole number from 1 to 1,000.' };
  if (!(seconds >= 1 && seconds <= 86_400)) return { why: 'Minutes are a number above 0, up to 1,440.' };
  const most = budgetIn(budget);
  return 'why' in most ? most : { steps: requests, seconds, ...most };
};

const budgetIn = (text: string): Budget | { why: string } => {
  if (text.trim() === '') return { tokens: null, dollars: null };
  try {
    return budgetOf(text.trim(), 'The budget');
  } catch (failure) {
    return { why: failure instanceof Error ? failure.message : String(failure) };
  }
};

/** "2 tools", "no tools". */
export function toolsWords(tools: readonly string[]): string {
  if (tools.length === 0) return 'no tools';
  return tools.length === 1 ? '1 tool' : `${formatNumber(tools.length)} tools`;
}
