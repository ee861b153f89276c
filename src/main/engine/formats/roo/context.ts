import { gone, grows } from '../cline/context.ts';
import { listRules } from '../context/list-rules.ts';

/** How tasks of Roo Code become contexts. */
export const rooRules = listRules({
  evidence: {
    step: 'The history before this answer without what a summary or a cut had removed from it by then, as Roo Code sends it.',
    next: 'The history without what a summary or a cut removed from it; the next prompt comes after it.',
  },
  lacking: () => [
    { what: 'system-prompt', note: 'system prompt' },
    { what: 'tools', note: 'tool definitions' },
  ],
  begins: 'compaction',
  gone,
  grows,
  readsOwn: true,
});
