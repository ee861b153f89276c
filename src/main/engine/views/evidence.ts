import { figure } from '../../../shared/model/figure.ts';
import type { Evidence } from '../../../shared/model/index.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import type { Growth } from '../formats/context/growth-state.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Finding } from '../formats/context/selection.ts';

/** What a recorded context rests on, by format: at a step, and at a request that was not made. */
const RULES: Readonly<Record<string, { step: string; next: string }>> = {
  'claude-code': {
    step: 'The active branch up to this step, from its last compaction on, as Claude Code follows parents.',
    next: 'The newest branch, from its last compaction on, as Claude Code follows parents; the prompt that is typed next comes after it.',
  },
  bub: {
    step: 'The entries after the last anchor that were written before this request, as Bub selects them.',
    next: 'The entries after the last anchor, as Bub selects them; the prompt of the next run comes after them.',
  },
  pi: {
    step: 'The path from the root to the parent of this answer, from its last compaction on with what that kept, as pi builds its context.',
    next: 'The newest branch, from its last compaction on with what that kept, as pi builds its context; the prompt that is typed next comes after it.',
  },
  codex: {
    step: 'The history that the log holds up to this request, from its last compaction on, without turns that were rolled back, as Codex sends it.',
    next: 'The history from its last compaction on, without turns that were rolled back, as Codex sends it; the next prompt comes after it.',
  },
  native: {
    step: 'The last anchor with its state, then the entries after it: the policy of native tapes.',
    next: 'The last anchor with its state, then the entries after it: the policy of native tapes.',
  },
};

/** Where the request itself is at hand. */
export const RECORDED: Evidence = {
  state: 'recorded',
  rule: 'The request itself, which the log records part by part; each part proves its hash, and all parts prove the digest of the request.',
};

/** How the context of a place is known. Under another policy than the agent's own, nothing was sent: the policy says it all. */
export function evidenceOf(
  format: string,
  { step, asked }: PlaceRow,
  choice: PolicyChoice,
  findings: readonly Finding[] = [],
  growth: Pick<Growth, 'unsent'> | null = null,
): Evidence {
  if (choice.type !== 'as-recorded') return { state: 'derived', rule: 'What this policy chooses from the entries; this was not sent.' };
  const rules = Object.hasOwn(RULES, format) ? RULES[format] : undefined;
  if (!rules) return { state: 'unknown', rule: 'No rules of this agent are known: all entries in the order of the file.' };
  if (findings.some(({ type }) => type === 'history-deleted'))
    return { state: 'unknown', rule: 'The request deleted its own tape, so its context is in no log.' };
  if (growth !== null && growth.unsent.size > 0)
    return {
      state: 'inferred',
      rule: `The active branch; recorded sizes say that ${figure(growth.unsent.size)} older ${growth.unsent.size === 1 ? 'entry was' : 'entries were'} probably not sent.`,
    };
  const judged = judgedBy(findings);
  if (judged) return judged;
  const after = asked && 'after' in asked;
  return {
    state: 'derived',
    rule: step !== null ? rules.step : after ? rules.next.replace('The newest branch', 'The branch of this entry') : rules.next,
  };
}

/** What recorded sizes decided about a start of the agent from its file, or could not. */
const judgedBy = (findings: readonly Finding[]): Evidence | null => {
  for (const finding of findings) {
    if (finding.type === 'ended-chain')
      return {
        state: 'inferred',
        rule: `The active branch from line ${figure(finding.line)} on, whose parent is not in the file; recorded sizes say that the agent stopped there when it resumed.`,
      };
    if (finding.type === 'lost-beside')
      return {
        state: 'inferred',
        rule: 'The active branch; recorded sizes say that the agent lost results of parallel calls when it resumed.',
      };
    if ('held' in finding)
      return finding.held
        ? {
            state: 'inferred',
            rule: `The active branch; the parent of line ${figure(finding.line)} is not in the file, and recorded sizes say that the agent still had what came before.`,
          }
        : {
            state: 'unknown',
            rule: `The active branch; the parent of line ${figure(finding.line)} is not in the file, and no recorded size tells whether the agent still had what came before.`,
          };
  }
  return null;
};
