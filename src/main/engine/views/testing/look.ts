import { claudeTree } from '../../testing/tree.ts';
import { importRecords } from './imported.ts';
import { type Told, told } from './occurrences.ts';

/** Names of the drawn records in file order; `-` for those without a uuid. */
const namesOf = (drawing: string): string[] =>
  drawing
    .split(/\n| > /)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(' ')[0] ?? '');

/** The view at a step of a drawn Claude Code session, in the names of the drawing. */
export async function look(drawing: string, step: number, policy = 'as-recorded'): Promise<Told> {
  const imported = importRecords(claudeTree(drawing));
  const view = await imported.view(step, policy);
  imported.store.close();
  return told(view, namesOf(drawing));
}
