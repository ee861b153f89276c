import type { RequestLog } from '../request.ts';
import { asks, blobOf, readRequest, shapeOf, spoken, wholeOf } from './request.ts';
import { placeRequest } from './request-place.ts';
import { REQUEST_KINDS } from './request-read.ts';

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
