import { z } from 'zod';
import {
  Appended,
  AppendInput,
  ForkRow,
  HandoffInput,
  Merged,
  MergeOptions,
  MergePreview,
  NativeAnchor,
  NativeInfo,
  Policy,
  TapeRow,
  Verdict,
} from '../model/index.ts';
import { path, seq, tape } from './inputs.ts';

const ran = z.object({
  /** What was done, in words; `unknown` ran nothing. */
  did: z.enum(['appended', 'command', 'unknown']),
  lines: z.array(z.string()),
  /** Entries that were appended, or that the answer is about. */
  ids: z.array(z.number().int()),
});

/** Calls about native tapes. `tape` is the id of a native tape in the library; a foreign one is refused. */
export const nativeContract = {
  /** Starts a workspace for a folder, or finds the one it has. */
  'native.init': { input: z.object({ root: path }), output: z.object({ tape: TapeRow }), writes: true },
  'native.info': { input: z.object({ tape }), output: NativeInfo },
  'native.anchors': { input: z.object({ tape }), output: z.object({ items: z.array(NativeAnchor) }) },
  'native.forks': { input: z.object({ tape }), output: z.object({ items: z.array(ForkRow.extend({ tape: z.string().nullable() })) }) },
  'native.append': {
    input: z.object({ tape, entries: z.array(AppendInput).min(1).max(10_000) }),
    output: Appended,
    writes: true,
  },
  'native.handoff': { input: HandoffInput.extend({ tape }), output: Appended, writes: true },
  /** `at` is the last entry that the fork shares; the head by default. */
  'native.fork': {
    input: z.object({ tape, name: z.string().min(1).max(100), at: seq.optional(), note: z.string().max(10_000).optional() }),
    output: z.object({ tape: TapeRow, fork: ForkRow }),
    writes: true,
  },
  /** What a merge would do; appends nothing. `tape` is the parent or one of the forks. */
  'native.preview': { input: MergeOptions.extend({ tape, policy: Policy.optional() }), output: MergePreview },
  /** Runs the gate that the workspace's `config.json` names on the union. A command never comes over the bridge. */
  'native.judge': { input: MergeOptions.extend({ tape }), output: Verdict, writes: true },
  /** `head` is what the preview answered: a parent that has grown since is refused, so that nobody merges what they have not seen. */
  'native.merge': {
    input: MergeOptions.extend({ tape, gate: z.boolean().default(false), head: z.number().int().min(0) }),
    output: Merged,
    writes: true,
  },
  /** Drops an open fork of the session that `tape` is or was forked from: its folder goes to `archive`, and an event tells of it. */
  'native.discard': {
    input: z.object({ tape, name: z.string().min(1).max(100), note: z.string().max(10_000).optional() }),
    output: z.object({ archive: z.string() }),
    writes: true,
  },
  'native.reset': { input: z.object({ tape, archive: z.boolean() }), output: z.object({ archive: z.string().nullable() }), writes: true },
  /** Starts a session in the workspace of the foreign tape's project, whose first anchor points back at entry `seq` of it. */
  'native.continue': { input: z.object({ tape, seq }), output: z.object({ tape: TapeRow }), writes: true },
  /** One line of the command line: after a comma a tape command, any other line is appended as a message. */
  'native.command': {
    input: z.object({ tape, line: z.string().min(1).max(100_000) }),
    output: ran,
    writes: true,
  },
  /** One comma command on the log of an agent, of those that read. Throws 'refused' for those that write and for messages. */
  'tapes.command': { input: z.object({ tape, line: z.string().min(1).max(10_000) }), output: ran },
} as const;
