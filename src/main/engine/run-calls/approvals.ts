import type { RunAsk } from '../../../shared/model/run.ts';
import { asString } from '../formats/json.ts';
import type { JsonObject } from '../formats/values.ts';
import { decide, deniedWords, REFUSED, ruleOf } from '../runs/tools/allowed.ts';
import type { Allow } from '../runs/tools/box.ts';
import type { Tool } from '../runs/tools/tool.ts';
import { changeConfig } from '../store/config.ts';
import { readConfig } from '../store/places.ts';
import type { RunDefaults, Workspace } from '../store/types.ts';

/** `no` refuses this call alone. */
export type Answer = 'once' | 'always' | 'never' | 'no';

/** What a person decides about; whose call it is knows who follows the run. */
export type Asked = Omit<RunAsk, 'at' | 'of' | 'call' | 'within'>;

export interface Asker {
  /** A call waits. */
  asked(ask: Asked): void;
  /** It does no longer: it was allowed, or it was not (null). */
  settled(allowed: 'once' | 'always' | null): void;
}

export interface Approvals {
  allow: Allow;
  /** Answers the call that waits; false where none does. Throws 'unwritable' where the answer cannot be kept: the call waits on. */
  answer(answer: Answer): boolean;
}

/** Characters of what will run that are shown. */
const MOST_SHOWN = 20_000;

/** Asks a person about each call that the workspace does not remember anything of. Nobody answers until the signal aborts: then it is a no. */
export function createApprovals(workspace: Workspace, asker: Asker): Approvals {
  let waiting: { tool: Tool; args: JsonObject; settle(no: string | null, allowed: 'once' | 'always' | null): void } | null = null;
  const wait = (tool: Tool, args: JsonObject, signal: AbortSignal): Promise<string | null> =>
    new Promise((done) => {
      const stop = (): void => waiting?.settle('The run was stopped before anybody answered.', null);
      waiting = {
        tool,
        args,
        settle(no, allowed) {
          signal.removeEventListener('abort', stop);
          waiting = null;
          asker.settled(allowed);
          done(no);
        },
      };
      signal.addEventListener('abort', stop, { once: true });
      asker.asked(askOf(tool, args, workspace.config.root));
    });
  return {
    async allow(tool, args, signal) {
      const decided = decide(tool, args, readConfig(workspace.folder).run ?? {});
      if (decided === 'ask') return signal.aborted ? REFUSED : wait(tool, args, signal);
      return decided === 'yes' ? null : deniedWords(tool);
    },
    answer(answer) {
      if (waiting === null) return false;
      const { tool, args, settle } = waiting;
      if (answer === 'always') remember(workspace, 'allow', ruleOf(tool, args));
      if (answer === 'never') remember(workspace, 'deny', tool.allowed);
      if (answer === 'once' || answer === 'always') settle(null, answer);
      else settle(answer === 'never' ? deniedWords(tool) : REFUSED, null);
      return true;
    },
  };
}

const askOf = (tool: Tool, args: JsonObject, folder: string): Asked => {
  const subject = tool.subject?.(args) ?? JSON.stringify(args);
  const content = asString(args.content);
  const left = (text: string): number => Math.max(0, text.length - MOST_SHOWN);
  return {
    ...{ tool: tool.allowed, subject: subject.slice(0, MOST_SHOWN), content: content?.slice(0, MOST_SHOWN) ?? null, folder },
    ...{ cut: left(subject) + left(content ?? ''), limits: tool.limits?.(args) ?? '' },
  };
};

type List = 'allow' | 'deny';

const change = ({ folder }: Workspace, of: (run: RunDefaults) => RunDefaults): void =>
  changeConfig(folder, () => ({ run: of(readConfig(folder).run ?? {}) }));

const remember = (workspace: Workspace, list: List, rule: string): void =>
  change(workspace, (run) => ({ ...run, [list]: [...new Set([...(run[list] ?? []), rule])] }));

/** Forgets a rule of either list: the calls that it was about ask again. */
export function forget(workspace: Workspace, rule: string): void {
  const without = (rules: readonly string[] = []): string[] => rules.filter((one) => one !== rule);
  change(workspace, (run) => ({
    ...run,
    ...(run.allow && { allow: without(run.allow) }),
    ...(run.deny && { deny: without(run.deny) }),
  }));
}
