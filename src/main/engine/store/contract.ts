/** A JSON Schema for the state of handoffs, in the folder of the workspace. */
export const STATE_SCHEMA = 'state.schema.json';
