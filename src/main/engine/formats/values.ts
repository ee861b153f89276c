export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A message as the model's API takes it. */
export type WireMessage = JsonObject;
