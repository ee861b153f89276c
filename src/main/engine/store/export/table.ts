/** Forms that a native tape is exported in; `bub` is the one that Bub reads. */
export const EXPORT_FORMATS = ['jsonl', 'bub', 'openai-messages', 'markdown'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
