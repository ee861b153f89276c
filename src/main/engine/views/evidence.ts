import { figure } from '../../../shared/model/figure.ts';
import type { Evidence } from '../../../shared/model/index.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import type { Growth } from '../formats/context/growth-state.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { EvidenceRules } from '../formats/context/rules.ts';
import type { Finding } from '../formats/context/selection.ts';

/** Where the request itself is at hand. */
export const RECORDED: Evidence = {
  state: 'recorded',
  rule: 'The request itself, which the log records part by part; each part matches its hash, and all of them match the digest of the request.',
};

/** How the context of a place is known. Under another policy than the agent's own, nothing was sent: the policy says it all. */
export function evidenceOf(
  rules: EvidenceRules,
  { step, asked }: PlaceRow,
  choice: PolicyChoice,
  findings: readonly Finding[] = [],
  growth: Pick<Growth, 'unsent'> | null = null,
): Evidence {
  if (choice.type !== 'as-recorded') return { state: 'derived', rule: 'What this policy chooses from the entries; this was not sent.' };
  if ('unknown' in rules) return { state: 'unknown', rule: rules.unknown };
  const own = findings.find((finding) => finding.type === 'unknown') ?? findings.find((finding) => finding.type === 'inferred');
  if (own) return { state: own.type, rule: own.rule };
  if (growth !== null && growth.unsent.size > 0)
    return {
      state: 'inferred',
      rule: `The active branch; recorded sizes say that ${figure(growth.unsent.size)} older ${growth.unsent.size === 1 ? 'entry was' : 'entries were'} probably not sent.`,
    };
  const judged = judgedBy(findings);
  if (judged) return judged;
  if (step !== null) return { state: rules.recorded ? 'recorded' : 'derived', rule: rules.step };
  return { state: 'derived', rule: (asked && 'after' in asked ? rules.after : undefined) ?? rules.next };
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
            rule: `The active branch; the parent of line ${figure(finding.line)} is not in the file, and no recorded size shows whether the agent still had what came before.`,
          };
  }
  return null;
};
