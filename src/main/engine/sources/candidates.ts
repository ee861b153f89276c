import { basename } from 'node:path';
import { isPacked } from '../bytes/packed.ts';
import { abouts } from '../formats/abouts.ts';

/** Whether a file is named as a log of lines is: a session or an archive of one. */
export function isLineLog(path: string): boolean {
  const name = basename(path);
  return name.endsWith('.jsonl') || isPacked(name) || /\.jsonl\.(.*\.bak|(reset|deleted)\..+)$/.test(name);
}

const DOCUMENTS = abouts.flatMap(({ documents }) => documents ?? []);

/** Whether a file is named as some agent names its documents. */
export function isAgentDocument(path: string): boolean {
  return DOCUMENTS.some((name) => name.test(path.replaceAll('\\', '/')));
}

/** Whether a file is named as a JSON document is: by some agent, or by anybody. */
export function isDocumentName(path: string): boolean {
  return path.endsWith('.json') || isAgentDocument(path);
}

/** Whether a file in a place where an agent keeps its logs is looked at. */
export function isCandidate(path: string): boolean {
  return isLineLog(path) || isAgentDocument(path);
}
