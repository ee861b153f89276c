import type { StepRow } from '../../../shared/model/index.ts';
import type { Outside as Named } from '../../../shared/model/residency.ts';
import { scaleFor } from '../formats/context/models.ts';
import type { Recorded } from '../formats/context/recorded-request.ts';
import { estimate } from '../formats/context/tokens.ts';
import type { Chosen } from '../views/material.ts';
import { fromRequest } from '../views/recorded-blocks.ts';
import { requestParts } from '../views/request-parts.ts';

/** What a context holds that is not an entry of its tape, in tokens, by what it is. */
export type Outside = ReadonlyMap<Named, number>;

export const NONE: Outside = new Map();

const NAMES: Readonly<Record<string, Named>> = { tool: 'tools', system: 'system' };

/** What only the recorded request has: its system prompt, its tools, and what no entry says. */
export function outsideOf(recorded: Recorded, { material }: Chosen, { model }: StepRow): Outside {
  const scale = scaleFor(model);
  const weights = new Map<Named, number>();
  const rowOf = (seq: number) => material.rows.get(seq) ?? material.own.find((row) => row.seq === seq);
  for (const part of requestParts({ request: { hints: { recorded } }, rowOf })) {
    const { value } = fromRequest(part, scale).tokens;
    const name = NAMES[part.type] ?? 'request';
    if (value > 0) weights.set(name, (weights.get(name) ?? 0) + value);
  }
  return weights;
}

/** What a policy brought from other tapes. */
export function broughtFrom({ material, selection }: Chosen, { model }: StepRow): Outside {
  const scale = scaleFor(model);
  let tokens = 0;
  for (const seq of new Set(selection.picks.map((pick) => pick.seq))) {
    const row = seq < 1 ? material.rows.get(seq) : undefined;
    if (row) tokens += estimate(row, scale);
  }
  return tokens === 0 ? NONE : new Map([['other-tapes', tokens]]);
}
