import type { Contract } from './contract.ts';
import type { FormatId } from './index.ts';

/** Loaded when a tape is checked or copied: nothing else needs them. */
const CONTRACTS = {
  'claude-code': () => import('./claude-code/contract.ts'),
  codex: () => import('./codex/contract.ts'),
  gemini: () => import('./gemini/contract.ts'),
  tapeagents: () => import('./tapeagents/contract.ts'),
} as const satisfies Partial<Record<FormatId, () => Promise<{ contract: Contract }>>>;

const isListed = (format: string): format is keyof typeof CONTRACTS => Object.hasOwn(CONTRACTS, format);

/** What the transcripts of a format promise beyond what every log does; nothing, for most. */
export async function contractOf(format: string): Promise<Contract> {
  return isListed(format) ? (await CONTRACTS[format]()).contract : {};
}
