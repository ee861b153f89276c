import type { CapturedRequest, TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { loadTexts } from '../bytes/load.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { type Exchange, exchangeIn } from '../formats/captured/exchange.ts';
import { wholeAnswer } from '../formats/captured/stream.ts';
import type { JsonObject } from '../formats/format.ts';
import { parseRecord } from '../formats/mend.ts';
import type { SentRequest } from '../formats/request.ts';
import { decideAt } from '../views/assemble.ts';
import type { Rim } from '../views/rim.ts';
import type { Join } from './joins.ts';

/** Requests that are at hand: captured ones, and those that a log records itself. */

/** The exchange of a step of captured requests; null where it is no longer there. */
export async function exchangeAt({ catalog }: Pick<Rim, 'catalog'>, tape: TapeRow, step: number): Promise<Exchange | null> {
  const { first, last } = catalog.step(tape.id, step);
  const row = catalog.entries(tape.id, first, last + 1).find((entry) => entry.kind === 'request' && entry.step === step);
  const [text] = row === undefined ? [] : await loadTexts(tape.file, [row]);
  const record = text === undefined || text === null ? null : parseRecord(Buffer.from(text));
  return record === null ? null : exchangeIn(record);
}

/** The request that the log of a step holds itself; null where it does not. */
export async function loggedAt(rim: Rim, tape: TapeRow, step: number): Promise<SentRequest | null> {
  if (rim.formatOf(tape.format).requests === undefined) return null;
  const { request } = await decideAt(rim, tape.id, { step }, { type: 'as-recorded' });
  return request.hints?.recorded?.sent ?? null;
}

/** A logged request as a body. */
export function bodyOfLogged({ parameters, system, tools, messages }: SentRequest): JsonObject {
  return { ...parameters, ...(system.length > 0 && { system }), ...(tools.length > 0 && { tools }), messages };
}

/** The request of a step, as it was sent. Throws TapeError('not-found') where nobody kept it. */
export async function requestAt(rim: Rim, tape: TapeRow, step: number, join: Join | undefined): Promise<CapturedRequest> {
  const at = tape.format === CAPTURED ? { tape: tape.id, step } : join;
  const exchange = at === undefined ? null : await exchangeAt(rim, rim.catalog.tape(at.tape), at.step);
  if (exchange !== null)
    return { request: exchange.request, response: wholeAnswer(exchange.response) ?? exchange.response, capturedBy: exchange.by };
  const logged = await loggedAt(rim, tape, step);
  if (logged !== null) return { request: bodyOfLogged(logged), response: null, capturedBy: 'the log itself' };
  if (rim.catalog.step(tape.id, step).synthetic)
    throw new TapeError('not-found', `No request was made at step ${step}: the agent wrote the answer itself.`);
  throw new TapeError(
    'not-found',
    `The request of step ${step} was not captured. Run the agent with tape record to keep what it sends, or import a folder of captures.`,
  );
}
