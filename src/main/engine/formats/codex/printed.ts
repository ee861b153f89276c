import { asNumber, asObject, asString } from '../json.ts';
import type { JsonObject } from '../values.ts';

/** What came of a command. */
interface Printed {
  exit: number | null;
  ms: number | null;
  /** What the command printed itself. */
  text: string;
}

const EXIT = /^(?:Process exited with code|Exit code:) (-?\d+)$/m;
const TIME = /^Wall time:? ([\d.]+) seconds$/m;
const BODY = /^Output:\n/m;

/** What became of a command: in a head of lines before "Output:", and in older versions in JSON around the text. */
export function printedBy(text: string): Printed {
  const wrapped = wrappedIn(text);
  if (wrapped !== null) return wrapped;
  const body = BODY.exec(text);
  if (body === null) return { exit: null, ms: null, text };
  const head = text.slice(0, body.index);
  const [exit, time] = [EXIT.exec(head)?.[1], TIME.exec(head)?.[1]];
  return {
    exit: exit === undefined ? null : Number(exit),
    ms: time === undefined ? null : Math.round(Number(time) * 1000),
    text: text.slice(body.index + body[0].length),
  };
}

function wrappedIn(text: string): Printed | null {
  const wrapped = text.startsWith('{') ? parsed(text) : null;
  const inner = asString(wrapped?.output);
  if (inner === null) return null;
  const facts = asObject(wrapped?.metadata);
  const seconds = asNumber(facts?.duration_seconds);
  return { exit: asNumber(facts?.exit_code), ms: seconds === null ? null : seconds * 1000, text: inner };
}

function parsed(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

const HEAD =
  /^(?:(?:Script completed|Chunk ID: |Command: |Exit code: |Wall time:? |Process exited with code |Process running with session ID |Original token count: |Total output lines: )[^\n]*\n)+Output:(?:\n|$)/;

/**
 * The same of a result of which the tool is not known: only what begins with such a head, or is such JSON, is taken for one. Where the command
 * printed nothing, the head is all that there is.
 */
export function saidBy(output: string): string {
  const known = HEAD.test(output) || output.startsWith('{"output"');
  const { text } = known ? printedBy(output) : { text: output };
  return text.trim() === '' ? output : text;
}
