import { useInfo } from '../../data/appHooks.ts';
import { useFloatCall, useFolder } from '../../data/floatHooks.ts';
import { Failure } from '../../ui/Failure.tsx';
import { count } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './About.module.css';
import { EditText } from './EditText.tsx';
import { FolderLinks } from './FolderLinks.tsx';
import { byWords } from './labels.ts';

/** What people (or an extraction) say about a folder. What a person writes here is kept, whatever is extracted later. */
export function About({ root, path }: { root: string; path: string }) {
  const answer = useFolder(root, path);
  const readOnly = useInfo().data?.readOnly ?? true;
  const describe = useFloatCall('float.describe');
  const scope = useFloatCall('float.scope');
  if (answer.isError) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined) return <SkeletonRows rows={8} height={48} label="Reading the folder" />;
  const { folder, references, referrers } = answer.data;
  const boot = folder.isScope ? (folder.boot ?? '') : null;
  return (
    <div className="grid full-height scroll-y gap-4 pad-x-4 pad-top-3 pad-bottom-5 small content-start">
      <h3 className="large break-anywhere">{path === '/' ? 'The project' : folder.name}</h3>
      <p className={`${styles.facts} dim`}>
        {count(folder.files, 'file')} · {count(folder.subfolders, 'folder')} in it
        {folder.textState === 'stale' && ' · description older than its files'}
      </p>
      <EditText
        root={root}
        change={{ on: path, type: 'description', id: '' }}
        label="Description"
        by={byWords(folder.descriptionBy)}
        text={folder.description}
        nothing="No description yet."
        rows={3}
        readOnly={readOnly}
        onSave={(description) => describe.mutateAsync({ root, path, description })}
      />
      <EditText
        root={root}
        change={{ on: path, type: 'reference', id: '' }}
        label="Context"
        by={byWords(folder.contentBy)}
        text={folder.content}
        nothing="No patterns, conventions or insights yet."
        rows={8}
        readOnly={readOnly}
        onSave={(content) => describe.mutateAsync({ root, path, content })}
      />
      <EditText
        root={root}
        change={{ on: path, type: folder.isScope ? 'scope_boot' : 'scope', id: '' }}
        label="Boot text"
        by={folder.isScope ? 'a scope' : ''}
        text={boot === '' ? null : boot}
        nothing={folder.isScope ? 'A scope without a boot text.' : 'Not a scope. A boot text makes it one, for all folders below.'}
        rows={6}
        readOnly={readOnly}
        onSave={(text) => scope.mutateAsync({ root, path, boot: text ?? (folder.isScope ? '' : null) })}
        {...(folder.isScope && { onUnset: () => scope.mutateAsync({ root, path, boot: null }), unset: 'no longer a scope' })}
      />
      <FolderLinks root={root} path={path} references={references} referrers={referrers} readOnly={readOnly} />
    </div>
  );
}
