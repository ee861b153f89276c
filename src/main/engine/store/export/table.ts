import { EXPORTS } from '../../formats/exports.ts';

type Foreign = keyof typeof EXPORTS;

export function isForeign(format: ExportFormat): format is Foreign {
  return Object.hasOwn(EXPORTS, format);
}

/** Forms that a native tape is exported in; those that are called after an agent are what it reads itself. */
export const EXPORT_FORMATS = ['jsonl', ...(Object.keys(EXPORTS) as Foreign[]), 'openai-messages', 'markdown'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
