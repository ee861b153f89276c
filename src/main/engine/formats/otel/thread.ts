import { Flag } from '../../../../shared/model/vocabulary.ts';
import type { Thread, ThreadChange, ThreadEntry } from '../format.ts';
import { asObject, asString } from '../json.ts';

/** The spans above requests that were met so far, as far as a trace has them before what is below them: parent, and whether it is an agent. */
interface State {
  spans: [id: string, parent: string | null, agent: boolean][];
}

/** This many spans are remembered, the newest ones. */
const REMEMBERED = 500;

/** A request below an agent that another agent called is a sub-agent's. Where spans come before those that they are in, nobody knows. */
export const thread: Thread<State> = { begin: () => ({ spans: [] }), next };

function next({ spans }: State, { hint }: ThreadEntry): ThreadChange | null {
  const { span, parent, agent, request } = asObject(hint) ?? {};
  const [id, above] = [asString(span), asString(parent)];
  if (id === null || id === '') return null;
  if (request === true) return agentsAbove(spans, above) > 1 ? { flags: Flag.Sidechain } : null;
  spans.push([id, above, agent === true]);
  if (spans.length > REMEMBERED) spans.shift();
  return null;
}

function agentsAbove(spans: State['spans'], from: string | null): number {
  const seen = new Set<string>();
  let agents = 0;
  for (let at = from; at !== null && !seen.has(at); ) {
    seen.add(at);
    const found = spans.find(([id]) => id === at);
    if (found?.[2] === true) agents += 1;
    at = found?.[1] ?? null;
  }
  return agents;
}
