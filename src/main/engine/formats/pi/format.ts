import type { Format } from '../format.ts';
import { asObject, asString } from '../json.ts';
import { detect } from './detect.ts';
import { locate } from './locate.ts';
import { messages, requestOf } from './messages.ts';
import { costOf, read } from './read.ts';
import { parts, payload, preview, text } from './show.ts';
import { thread } from './thread.ts';

/** Sessions of the pi coding agent, versions 1 to 3 of its format. */
export const pi = {
  id: 'pi',
  name: 'pi',
  detect,
  locate,
  read,
  cost: costOf,
  answerId: ({ message }) => asString(asObject(message)?.responseId),
  thread,
  text,
  parts,
  preview,
  messages,
  built: requestOf,
  payload,
} as const satisfies Format;
