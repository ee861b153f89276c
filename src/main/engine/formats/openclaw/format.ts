import type { Built, Format } from '../format.ts';
import { detect } from '../pi/detect.ts';
import { pi } from '../pi/format.ts';
import { requestOf } from '../pi/messages.ts';
import type { Said } from '../pi/said.ts';
import type { Json } from '../values.ts';
import { isOpenClaw } from './detect.ts';
import { locate } from './locate.ts';
import { read } from './read.ts';

/** Answers that follow each other are one: OpenClaw repeats what a terminal showed. */
function joined(said: Said[]): Said[] {
  const out: Said[] = [];
  for (const one of said) {
    const last = out.at(-1);
    if (one.role === 'assistant' && last?.role === 'assistant' && !one.dropped && !last.dropped)
      out[out.length - 1] = { ...last, content: [...last.content, ...one.content] };
    else out.push(one);
  }
  return out;
}

const built = (records: readonly Json[], own: readonly Json[] = []): Built => requestOf(records, own, joined);

/** Sessions of OpenClaw, which runs pi as a library and writes what it writes. */
export const openClaw = {
  ...pi,
  id: 'openclaw',
  name: 'OpenClaw',
  detect: (sample) => (isOpenClaw(sample) ? detect(sample) : 0),
  locate,
  read,
  built,
  messages: (records, _model, own) => built(records, own).messages,
} as const satisfies Format;
