import type { Command } from './command.ts';
import { ANNOTATIONS } from './tables/annotations.ts';
import { COMPARE } from './tables/compare.ts';
import { FORKS } from './tables/forks.ts';
import { GRAPH } from './tables/graph.ts';
import { HANDOFFS } from './tables/handoffs.ts';
import { IMPORTED } from './tables/imported.ts';
import { MEMORY } from './tables/memory.ts';
import { NATIVE } from './tables/native.ts';
import { POLICY_NAMES } from './tables/policies.ts';
import { REPORT } from './tables/report.ts';
import { RESIDENCY } from './tables/residency.ts';
import { SURGERY } from './tables/surgery.ts';
import { UPKEEP } from './tables/upkeep.ts';
import { WHY } from './tables/why.ts';
import { WINDOW } from './tables/window.ts';

/** Every command of `tape`. Each loads its own file, so that a command pays for nothing but itself. */
export const COMMANDS: readonly Command[] = [
  ...IMPORTED,
  ...COMPARE,
  ...HANDOFFS,
  ...WHY,
  ...RESIDENCY,
  ...MEMORY,
  ...POLICY_NAMES,
  ...REPORT,
  ...SURGERY,
  ...GRAPH,
  ...ANNOTATIONS,
  ...NATIVE,
  ...FORKS,
  ...UPKEEP,
  ...WINDOW,
];
