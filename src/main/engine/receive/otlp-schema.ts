import type { Field, Schema } from './protobuf.ts';

/** The messages of OTLP 1.x that carry traces and logs, by the field numbers of opentelemetry-proto, under the names of its JSON. */

const text = (name: string): Field => ({ name, type: 'string' });
const hex = (name: string): Field => ({ name, type: 'hex' });
const nanos = (name: string): Field => ({ name, type: 'fixed64' });
const count = (name: string): Field => ({ name, type: 'uint32' });
const one = (name: string, message: string): Field => ({ name, type: { message } });
const many = (name: string, message: string): Field => ({ name, type: { message }, many: true });

export const OTLP: Schema = {
  ExportTraceServiceRequest: { 1: many('resourceSpans', 'ResourceSpans') },
  ResourceSpans: { 1: one('resource', 'Resource'), 2: many('scopeSpans', 'ScopeSpans'), 3: text('schemaUrl') },
  ScopeSpans: { 1: one('scope', 'Scope'), 2: many('spans', 'Span'), 3: text('schemaUrl') },
  Span: {
    ...{ 1: hex('traceId'), 2: hex('spanId'), 3: text('traceState'), 4: hex('parentSpanId'), 5: text('name') },
    ...{ 6: { name: 'kind', type: 'enum' }, 7: nanos('startTimeUnixNano'), 8: nanos('endTimeUnixNano'), 9: many('attributes', 'KeyValue') },
    ...{ 10: count('droppedAttributesCount'), 11: many('events', 'Event'), 12: count('droppedEventsCount'), 13: many('links', 'Link') },
    ...{ 14: count('droppedLinksCount'), 15: one('status', 'Status'), 16: { name: 'flags', type: 'fixed32' } },
  },
  Event: { 1: nanos('timeUnixNano'), 2: text('name'), 3: many('attributes', 'KeyValue'), 4: count('droppedAttributesCount') },
  Link: { 1: hex('traceId'), 2: hex('spanId'), 3: text('traceState'), 4: many('attributes', 'KeyValue') },
  Status: { 2: text('message'), 3: { name: 'code', type: 'enum' } },
  ExportLogsServiceRequest: { 1: many('resourceLogs', 'ResourceLogs') },
  ResourceLogs: { 1: one('resource', 'Resource'), 2: many('scopeLogs', 'ScopeLogs'), 3: text('schemaUrl') },
  ScopeLogs: { 1: one('scope', 'Scope'), 2: many('logRecords', 'LogRecord'), 3: text('schemaUrl') },
  LogRecord: {
    ...{ 1: nanos('timeUnixNano'), 2: { name: 'severityNumber', type: 'enum' }, 3: text('severityText'), 5: one('body', 'AnyValue') },
    ...{ 6: many('attributes', 'KeyValue'), 7: count('droppedAttributesCount'), 8: { name: 'flags', type: 'fixed32' } },
    ...{ 9: hex('traceId'), 10: hex('spanId'), 11: nanos('observedTimeUnixNano'), 12: text('eventName') },
  },
  Resource: { 1: many('attributes', 'KeyValue'), 2: count('droppedAttributesCount') },
  Scope: { 1: text('name'), 2: text('version'), 3: many('attributes', 'KeyValue'), 4: count('droppedAttributesCount') },
  KeyValue: { 1: text('key'), 2: one('value', 'AnyValue') },
  AnyValue: {
    ...{ 1: text('stringValue'), 2: { name: 'boolValue', type: 'bool' }, 3: { name: 'intValue', type: 'int64' } },
    ...{ 4: { name: 'doubleValue', type: 'double' }, 5: one('arrayValue', 'ArrayValue'), 6: one('kvlistValue', 'KeyValueList') },
    7: { name: 'bytesValue', type: 'base64' },
  },
  ArrayValue: { 1: many('values', 'AnyValue') },
  KeyValueList: { 1: many('values', 'KeyValue') },
};
