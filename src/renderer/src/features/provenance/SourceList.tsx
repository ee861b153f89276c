import type { Provenance } from '../../../../shared/model/index.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { kindColour } from '../../ui/kinds.ts';
import { MidCut } from '../../ui/MidCut.tsx';
import { runCommand } from '../keyboard/useKeys.ts';
import { absentWords, GROUP_NAMES } from './answer.ts';
import styles from './Provenance.module.css';
import { choose } from './useGraph.ts';

/** The sources as a list: where there is no room for ribbons. */
export function SourceList({ graph, lit }: { graph: Provenance; lit: string | null }) {
  return (
    <ul className={`${styles.list} grow shrink-y scroll-y pad-x-4 pad-y-2`} aria-label="Where it came from">
      {graph.groups.map(({ group, tokens }) => (
        <li key={group}>
          <h3 className="tiny bold dim">
            {GROUP_NAMES[group]} <small className="regular dim text-right">{formatNumber(tokens)}</small>
          </h3>
          {graph.sources
            .filter((source) => source.group === group)
            .map((source) => {
              const absent = absentWords(source);
              const ways = graph.flows.filter((flow) => flow.source === source.id).map(({ way }) => way.replace(/^tool /, ''));
              return (
                <button
                  key={source.id}
                  type="button"
                  className={`${styles.row} hover-shade grid baseline full-width relative gap-3 small text-left pressed-shade pad-y-1 pad-x-2`}
                  aria-pressed={source.id === lit}
                  tabIndex={source.id === lit ? 0 : -1}
                  onClick={({ detail }) => (detail === 0 && source.id === lit ? runCommand('row.open') : choose(source))}
                >
                  <span className={source.code ? styles.code : styles.name}>
                    <MidCut text={source.name} />
                  </span>
                  <span className="tiny dim cut">{absent === '' ? [...new Set(ways)].join(', ') : absent}</span>
                  <span className={`${styles.tokens} tiny dim text-right raised`}>{formatNumber(source.tokens)}</span>
                  <small className="regular dim text-right">{formatShare(source.tokens, graph.total)}</small>
                  <i
                    className="absolute bottom-0"
                    style={{ width: `${(100 * source.tokens) / graph.total}%`, background: kindColour(source.tone) }}
                    aria-hidden="true"
                  />
                </button>
              );
            })}
        </li>
      ))}
    </ul>
  );
}
