import type { Drawing } from '../../../testing/laws/drawing.ts';
import { drawing as cline } from '../../cline/testing/drawing.ts';

/** How tasks of Roo Code look: a summary has an id, and the messages before it name it. */
export const drawing: Drawing = { ...cline, folder: 'rooveterinaryinc.roo-cline' };
