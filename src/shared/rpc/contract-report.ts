import { z } from 'zod';
import { Annotation, AnnotationTarget, Finding, OptionalKinds, Report, ReportFormat, ReportSubject } from '../model/index.ts';
import { seq, tape } from './inputs.ts';

/** Kinds to look for besides those that always are; without it, those of the settings. */
const also = OptionalKinds.optional();

/** Calls about what readers write, and what they show to others. */
export const reportContract = {
  /** Notes and labels of readers, newest last: of all tapes, of one, or those about one entry of it. */
  'annotations.list': {
    input: z.object({ tape: tape.optional(), seq: seq.optional() }),
    output: z.object({
      items: z.array(Annotation),
      /** All labels in use, the most used first. */
      labels: z.array(z.string()),
      /** What became of a database that could not be read. */
      notes: z.array(z.string()),
    }),
  },
  /** A new one, or with `id` another text, label or target for one that is there. */
  'annotations.set': {
    input: z.object({
      id: z.string().max(100).optional(),
      tape,
      target: AnnotationTarget,
      text: z.string().max(10_000),
      label: z.string().min(1).max(60).nullable().default(null),
    }),
    output: z.object({ annotation: Annotation }),
    writes: true,
  },
  'annotations.remove': { input: z.object({ id: z.string().max(100) }), output: z.object({ removed: Annotation }), writes: true },
  /** What an export would show that may be private: to be read before anything leaves the machine. */
  'report.review': {
    input: z.object({ subject: ReportSubject, annotations: z.boolean().default(true), also }),
    output: z.object({ findings: z.array(Finding), chars: z.number(), notes: z.array(z.string()) }),
  },
  /** Draws up a report in which only the findings in `keep` can still be read: what nobody reviewed is removed. Writes no file. */
  'report.make': {
    input: z.object({
      subject: ReportSubject,
      format: ReportFormat,
      keep: z.array(z.string().max(100)).max(100_000).default([]),
      annotations: z.boolean().default(true),
      also,
    }),
    output: Report,
  },
  'report.page': {
    input: z.object({ id: z.string().max(100), at: z.number().int().min(0) }),
    output: z.object({ text: z.string(), next: z.number().nullable() }),
  },
} as const;
