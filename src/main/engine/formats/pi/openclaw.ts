import type { Format } from '../format.ts';
import { detect, isOpenClaw } from './detect.ts';
import { pi } from './format.ts';
import { locateOpenClaw } from './locate.ts';

/** Sessions of OpenClaw, which runs pi as a library and writes what it writes. */
export const openClaw = {
  ...pi,
  id: 'openclaw',
  name: 'OpenClaw',
  detect: (sample) => (isOpenClaw(sample) ? detect(sample) : 0),
  locate: locateOpenClaw,
} as const satisfies Format;
