import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { namedPolicies, removePolicy, savePolicy, spelledOut } from './names.ts';

/** Policies that people gave names to. */
export function policyMethods(engine: Engine): Pick<Handlers, 'policies.list' | 'policies.save' | 'policies.remove'> {
  return {
    'policies.list': ({ tape }) => ({ items: namedPolicies(engine, tape) }),
    'policies.save': ({ tape, name, line }) => {
      savePolicy(engine, tape, name, line);
      return { items: namedPolicies(engine, tape) };
    },
    'policies.remove': ({ tape, name }) => {
      removePolicy(engine, tape, name);
      return { items: namedPolicies(engine, tape) };
    },
  };
}

/** Calls that take a policy, also inside of `sides` and `subject`. */
const TAKERS = [
  'views.assemble',
  'views.messages',
  'views.changes',
  'views.why',
  'compare.run',
  'residency.get',
  'residency.entry',
  'report.review',
  'report.make',
  'surgery.preview',
  'native.preview',
  'whatIf.plan',
  'whatIf.send',
  'whatIf.ablate',
] as const satisfies readonly (keyof Handlers)[];

/** The same calls, which know policies by their names as well. */
export function withNames<H extends Pick<Handlers, (typeof TAKERS)[number]>>(engine: Engine, handlers: H): H {
  const spelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spelled);
    if (typeof value !== 'object' || value === null) return value;
    const { policy, tape, sides, subject, ...rest } = value as Record<string, unknown>;
    const id = typeof tape === 'string' ? tape : undefined;
    return {
      ...rest,
      ...(tape !== undefined && { tape }),
      ...(sides !== undefined && { sides: spelled(sides) }),
      ...(subject !== undefined && { subject: spelled(subject) }),
      ...(policy !== undefined && { policy: typeof policy === 'string' ? spelledOut(engine, id, policy) : policy }),
    };
  };
  const wrapped = TAKERS.map((method) => {
    const handler = handlers[method] as (input: unknown, context: unknown) => unknown;
    return [method, async (input: unknown, context: unknown) => handler(spelled(input), context)];
  });
  return { ...handlers, ...Object.fromEntries(wrapped) };
}
