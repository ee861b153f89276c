/** Labels by which the rules know what OpenClaw wrote. */
export const POLL = 'heartbeat';
export const ACK = 'HEARTBEAT_OK';
export const MIRROR = 'delivered';
/** Messages with what one run alone was told, by the name of their extension. */
export const RUN_CONTEXT = 'openclaw.runtime-context';
