import type { Link } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact } from './Facts.tsx';
import styles from './Inspector.module.css';
import { groupLinks } from './labels.ts';

const SHOWN = 12;

const LinkView = ({ link, tape }: { link: Link; tape: string }) => {
  const { select, openTape } = useStore.getState();
  const elsewhere = link.tape !== undefined && link.tape !== tape;
  if (!elsewhere && link.seq === undefined) return <span>{link.label}</span>;
  const go = () => {
    if (elsewhere && link.tape !== undefined) openTape(link.tape, { entry: link.seq ?? null });
    else if (link.seq !== undefined) select(link.seq);
  };
  const number = `#${link.seq ?? ''}`;
  // Where nothing more is known of an entry than its number, the number says it.
  const known = link.label === `entry ${link.seq}` ? '' : ` ${link.label}`;
  const words = elsewhere || link.label.includes(number) ? link.label : `${number}${known}`;
  return (
    <button type="button" className={styles.link} onClick={go}>
      {words}
    </button>
  );
};

/** How the entry hangs together with others; each link selects its target, or opens its tape. */
export function Links({ tape, links }: { tape: string; links: readonly Link[] }) {
  return groupLinks(links).map((group) => (
    <Fact key={group.name} name={group.name}>
      <ul className="grid gap-tight">
        {group.links.slice(0, SHOWN).map((link) => (
          <li key={`${link.tape ?? ''} ${link.seq ?? ''} ${link.label}`}>
            <LinkView link={link} tape={tape} />
          </li>
        ))}
        {group.links.length > SHOWN && <li className="dim">and {group.links.length - SHOWN} more</li>}
      </ul>
    </Fact>
  ));
}

/** The step of an entry; it takes the playhead there. */
export function StepLink({ step }: { step: number }) {
  const moveTo = useStore((state) => state.moveTo);
  return (
    <Button look="quiet" className={styles.stepLink ?? ''} onClick={() => moveTo(step)}>
      {`step ${step}`}
    </Button>
  );
}
