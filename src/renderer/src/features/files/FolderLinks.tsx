import { type FormEvent, useId, useState } from 'react';
import type { FloatReference } from '../../../../shared/model/float.ts';
import { useFloatCall, useKnownFolders } from '../../data/floatHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './About.module.css';
import { More } from './More.tsx';
import { goInFiles } from './place.ts';

interface Props {
  root: string;
  path: string;
  references: readonly FloatReference[];
  referrers: readonly FloatReference[];
  readOnly: boolean;
}

/** Suggestions that a list under a field has room for. */
const MOST_OFFERED = 500;

const LinkRow = ({ to, reference, onRemove }: { to: string; reference: FloatReference; onRemove?: (() => void) | undefined }) => (
  <li className="pad-y-tight">
    <button type="button" className="text-left break-anywhere max-full link" onClick={() => goInFiles({ folder: to })}>
      {to}
    </button>
    <span className="row wrap gap-x-2 tiny dim break-anywhere">
      {[reference.why, reference.origin === 'inferred' ? 'inferred' : null].filter(Boolean).join(' · ')}
      {onRemove && (
        <Button look="quiet" onClick={onRemove} aria-label={`Remove the link to ${to}`}>
          remove
        </Button>
      )}
    </span>
  </li>
);

/** Links that are drawn at first, and with each wish for more. */
const SHOWN = 40;

interface RowsProps {
  items: readonly FloatReference[];
  /** The other end of a link. */
  end: (reference: FloatReference) => string;
  onRemove?: (reference: FloatReference) => (() => void) | undefined;
}

const LinkRows = ({ items, end, onRemove }: RowsProps) => {
  const [most, setMost] = useState(SHOWN);
  return (
    <>
      <ul>
        {items.slice(0, most).map((reference) => (
          <LinkRow
            key={`${end(reference)} ${reference.origin}`}
            to={end(reference)}
            reference={reference}
            onRemove={onRemove?.(reference)}
          />
        ))}
      </ul>
      <More left={items.length - most} step={SHOWN} onMore={() => setMost(most + SHOWN)} />
    </>
  );
};

/** Folders that matter to this one, and those that it matters to. */
export function FolderLinks({ root, path, references, referrers, readOnly }: Props) {
  const unlink = useFloatCall('float.unlink');
  const setNotice = useStore((state) => state.setNotice);
  const remove = (to: string) => unlink.mutate({ root, from: path, to }, { onError: (error) => setNotice(error.message) });
  return (
    <section className={`${styles.part} grid gap-1`} aria-label="Links" tabIndex={-1}>
      <h4 className="row wrap baseline gap-x-2">
        Links <span>related folders</span>
      </h4>
      {references.length === 0 && <p className="dim pretty">No references.</p>}
      <LinkRows
        items={references}
        end={({ to }) => to}
        onRemove={({ to, origin }) => (readOnly || origin === 'inferred' ? undefined : () => remove(to))}
      />
      {!readOnly && <AddLink root={root} path={path} />}
      {referrers.length > 0 && (
        <>
          <h4 className="row wrap baseline gap-x-2">
            Referred to by <span>their files show this folder’s description</span>
          </h4>
          <LinkRows items={referrers} end={({ from }) => from} />
        </>
      )}
    </section>
  );
}

const AddLink = ({ root, path }: { root: string; path: string }) => {
  const id = useId();
  const known = useKnownFolders(root);
  const link = useFloatCall('float.link');
  const [to, setTo] = useState('');
  const [why, setWhy] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (to.trim() === '') return;
    const target = to.trim().startsWith('/') ? to.trim() : `/${to.trim()}`;
    link.mutate(
      { root, from: path, to: target, ...(why.trim() !== '' && { why: why.trim() }) },
      {
        onSuccess: () => {
          setTo('');
          setWhy('');
        },
      },
    );
  };
  const offered =
    to === ''
      ? []
      : known()
          .filter((one) => one.path !== path && one.path.includes(to.trim()))
          .slice(0, MOST_OFFERED);
  return (
    <form className={`${styles.add} grid gap-1 columns-end`} onSubmit={add}>
      <TextField
        aria-label="Link to folder"
        list={id}
        placeholder="/another/folder"
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <datalist id={id}>
        {offered.map((one) => (
          <option key={one.path} value={one.path} />
        ))}
      </datalist>
      <TextField
        aria-label="Why"
        placeholder="why it is related"
        maxLength={1000}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <Button type="submit" disabled={to.trim() === '' || link.isPending}>
        Link
      </Button>
      {link.isError && <Failure error={link.error} />}
    </form>
  );
};
