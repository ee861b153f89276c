import { asks, blobOf, readRequest, shapeOf, spoken, wholeOf } from './claude-code-request.ts';
import { placeRequest } from './claude-code-request-place.ts';
import { REQUEST_KINDS } from './claude-code-request-read.ts';
import type { RequestLog } from './request.ts';

/** How Claude Code keeps requests since 2.1.330. */
export const requests: RequestLog = {
  kinds: REQUEST_KINDS,
  asks,
  read: readRequest,
  shape: shapeOf,
  message: blobOf,
  spoken,
  whole: wholeOf,
  place: placeRequest,
};
