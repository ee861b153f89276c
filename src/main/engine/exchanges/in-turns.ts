import { unpacked } from '../captures/unpacked.ts';
import { bodyIn, pathOf } from '../formats/captured/pair.ts';
import { ofTurn, type Turn } from '../formats/captured/turns.ts';
import type { Json } from '../formats/format.ts';
import { createAsking, jsonIn } from './asking.ts';
import type { Held } from './held.ts';

/** What is captured in the SQLite database of a proxy that keeps each request as a row. */

export const TURNS = { table: 'raw_turns', columns: ['raw_request', 'raw_response', 'response', 'meta', 'harness_session_id'] };

/** What a transcript told the proxy is not a request. */
const ALL = "SELECT id FROM raw_turns WHERE source <> 'transcript' AND raw_request IS NOT NULL ORDER BY id";
const ONE = `SELECT raw_request AS request, raw_response AS answer, raw_response_encoding AS encoding, response AS reduced, meta,
  harness_id AS harness, harness_session_id AS session, received_at / 1000000 AS stored FROM raw_turns WHERE id = ?`;

interface Row extends Pick<Turn, 'harness' | 'session' | 'stored'> {
  request: Uint8Array | string | null;
  answer: Uint8Array | null;
  encoding: string;
  reduced: Uint8Array | string | null;
  meta: Uint8Array | string | null;
}

const answerIn = ({ answer, encoding }: Row): Json =>
  answer === null ? null : bodyIn(unpacked(Buffer.from(answer), ['content-encoding', encoding]).body.toString('utf8'));

/** The requests in a database of turns, in the order in which they were stored. */
export function heldInTurns(path: string): Held[] {
  const all = createAsking(path);
  return all<{ id: number }>(ALL).map(({ id }) => () => {
    const [row] = all<Row>(ONE, id);
    if (row === undefined) return null;
    const { harness, session, stored } = row;
    const turn = { request: jsonIn(row.request), answer: answerIn(row), reduced: jsonIn(row.reduced), meta: jsonIn(row.meta) };
    const found = ofTurn({ ...turn, harness, session, stored });
    return found && { ...found, path: pathOf(found.path) };
  });
}
