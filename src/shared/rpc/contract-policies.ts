import { z } from 'zod';
import { NamedPolicy, Policy } from '../model/index.ts';
import { tape } from './inputs.ts';

const items = z.object({ items: z.array(NamedPolicy) });

/** Policies with names. Those of a native tape are in its workspace, those of other tapes in the settings; without `tape` the settings are meant. */
export const policiesContract = {
  'policies.list': { input: z.object({ tape: tape.optional() }), output: items },
  /** Saves a line under a name, in the place of an older one. The line may begin with another name, which is spelled out. */
  'policies.save': { input: z.object({ tape: tape.optional(), name: z.string(), line: Policy }), output: items, writes: true },
  'policies.remove': { input: z.object({ tape: tape.optional(), name: z.string() }), output: items, writes: true },
} as const;
