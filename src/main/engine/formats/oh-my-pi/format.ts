import type { Format } from '../format.ts';
import { detect } from '../pi/detect.ts';
import { pi } from '../pi/format.ts';
import { isOhMyPi } from './detect.ts';
import { read } from './read.ts';

/** Sessions of Oh My Pi, which began as a copy of pi and writes the outline of its sessions. */
export const ohMyPi = {
  ...pi,
  id: 'oh-my-pi',
  name: 'Oh My Pi',
  detect: (sample) => (isOhMyPi(sample) ? detect(sample) : 0),
  read,
} as const satisfies Format;
