import type { Contract } from '../contract.ts';
import { asNumber, asObject } from '../json.ts';
import { payloadOf } from './record.ts';

/** The Responses API takes items of any side in any order, and pairs calls with outputs. A review is begun by a person or a command. */
export const contract: Contract = {
  anyOrder: true,
  // What is said in a review, which has a thread of its own, is said again in the one that asked for it.
  twins: (rows) => !rows.some(({ label }) => REVIEW.has(label)),
  counts: (record) => {
    const info = record.type === 'event_msg' ? asObject(payloadOf(record).info) : null;
    const [total, last] = [info?.total_token_usage, info?.last_token_usage].map((usage) => asNumber(asObject(usage)?.total_tokens));
    return typeof total === 'number' && typeof last === 'number' ? { total, last } : null;
  },
  startedByHand: (record) => record.type === 'session_meta' && asObject(payloadOf(record).source)?.subagent === 'review',
};

const REVIEW: ReadonlySet<string> = new Set(['EnteredReviewMode', 'entered_review_mode']);
