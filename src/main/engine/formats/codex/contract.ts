import type { Contract } from '../contract.ts';
import { asObject } from '../json.ts';
import { payloadOf } from './record.ts';

/** The Responses API takes items of any side in any order, and pairs calls with outputs. A review is begun by a person or a command. */
export const contract: Contract = {
  anyOrder: true,
  startedByHand: (record) => record.type === 'session_meta' && asObject(payloadOf(record).source)?.subagent === 'review',
};
