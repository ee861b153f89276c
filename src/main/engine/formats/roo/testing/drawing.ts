import type { Drawing } from '../../../testing/laws/drawing.ts';
import { drawing as cline } from '../../cline/testing/drawing.ts';

const { also: _, ...task } = cline;

/** How tasks of Roo Code look: a summary has an id, and the messages before it name it. */
export const drawing: Drawing = { ...task, folder: 'rooveterinaryinc.roo-cline' };
