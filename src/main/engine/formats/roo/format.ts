import { detectTask, taskFormat } from '../cline/format.ts';
import type { Format, Sample } from '../format.ts';
import { isObject } from '../json.ts';

/** Tasks of Roo Code. */
export const roo = { id: 'roo', name: 'Roo Code', detect, ...taskFormat } as const satisfies Format;

const OWN = ['condenseId', 'condenseParent', 'truncationId', 'truncationParent', 'isSummary'] as const;

/** The same history as in the program that it comes from, in its own storage or with marks that only it writes. */
function detect(sample: Sample): number {
  const sure = detectTask(sample);
  if (sure === 0) return 0;
  const own = /[\\/]rooveterinaryinc\.roo-/.test(sample.path);
  return own || sample.records.some((record) => isObject(record) && OWN.some((key) => record[key] !== undefined)) ? 1 : 0;
}
