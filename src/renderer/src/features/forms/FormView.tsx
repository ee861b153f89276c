import { type FileChange, type Form, headOf, type ListItem, pathIn, type Question } from '../../../../shared/model/index.ts';
import { Code } from '../../ui/Code.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { seen } from '../../ui/steering.tsx';
import { Prose } from '../inspector/Prose.tsx';
import { Staged } from '../inspector/Staged.tsx';
import { DiffView } from './DiffView.tsx';
import styles from './Forms.module.css';
import { Output } from './Output.tsx';

const words = { open: 'open', doing: 'in progress', done: 'done' } as const;

/** What is to be done, each with its state as a disc and in words. */
function TodoList({ items }: { items: readonly ListItem[] }) {
  return (
    <ul className={`${styles.todo} grid small gap-tight`}>
      {items.map(({ text, state, was }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list may say the same twice, and is drawn again as a whole.
        <li key={at} className="grid gap-2 baseline" data-state={state}>
          <span className={styles.disc} aria-hidden="true" />
          <span>
            {seen(text)}
            <span className="unseen">, {words[state]}</span>
            {was !== undefined && <span className="regular ok margin-left-2">{was === 'none' ? 'new' : `${words[state]} now`}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  form: Form;
  /** Where the tape's paths begin. */
  project: string;
}

/** Draws a call or a result as what it is, without its heading where `bare`. Everything in it is text: no path is followed and nothing is fetched. */
export function FormView({ form, project, bare = false }: Props & { bare?: boolean }) {
  return (
    <div className="grid shrink-x gap-1">
      {!bare && <HeadLine form={form} project={project} />}
      <FormBody form={form} project={project} />
    </div>
  );
}

/** What a form is about, in one line. */
function HeadLine({ form, project }: Props) {
  const { subject, words } = headOf(form, project);
  const failed = form.as === 'output' && form.exit !== null && form.exit !== 0;
  // A command is drawn in full below.
  const shown = form.as === 'command' ? '' : subject;
  // So is what is said.
  if (form.as === 'said' || (shown === '' && words.length === 0)) return null;
  return (
    <p className={`${styles.head} row baseline wrap small dim gap-y-1 gap-x-2`} data-failed={failed}>
      {shown !== '' && <code className="ink break-anywhere">{seen(shown)}</code>}
      {words.map((word) => (
        <span key={word} data-sign={word[0]}>
          {seen(word)}
        </span>
      ))}
    </p>
  );
}

function FormBody({ form, project }: Props) {
  switch (form.as) {
    case 'changes':
      return form.files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a patch may change a file twice, and its files never move.
        <ChangeView key={at} file={file} project={project} named={form.files.length > 1} />
      ));
    case 'file':
      return <Listing text={form.text} from={form.from} name={form.path} cut={form.cut ?? 0} />;
    case 'command':
      return (
        <pre className={`${styles.command} pre-wrap break-anywhere on-sunk round-small pad-y-2 pad-x-3`}>
          <Code text={form.command} name="bash" />
        </pre>
      );
    case 'output':
      return <Output text={form.text} lines={form.lines} cut={form.cut ?? 0} />;
    case 'found':
      return form.text === '' ? (
        <p className="small dim">Nothing was printed.</p>
      ) : (
        <Staged text={form.text} cut={form.cut ?? 0}>
          {plain}
        </Staged>
      );
    case 'list':
      return <TodoList items={form.items} />;
    case 'said':
    case 'plan':
      return (
        <Staged text={form.text} cut={form.cut ?? 0}>
          {(text) => <Prose text={text} />}
        </Staged>
      );
    case 'questions':
      return form.items.map((item) => <QuestionView key={item.text} question={item} />);
    case 'agent':
      return (
        <Staged text={form.prompt}>
          {(text) => (
            <div className={`${styles.card} pad-x-3 pad-y-2 medium`}>
              <Prose text={text} />
            </div>
          )}
        </Staged>
      );
    case 'fetch':
      return form.about === null ? null : <p className="small dim">{seen(form.about)}</p>;
    case 'read':
    case 'search':
      return null;
  }
}

const plain = (text: string) => (
  <pre className={`${styles.output} pre-wrap break-anywhere on-sunk round-small pad-y-2 pad-x-3`}>{seen(text)}</pre>
);

/** Text of a file with the numbers of its lines; the end of the last one begins no other. */
function Listing({ text, from, name, cut }: { text: string; from: number; name: string; cut: number }) {
  return (
    <Staged text={text.replace(/\n$/, '')} cut={cut}>
      {(shown) => (
        <div className={`${styles.listing} grid gap-3 on-sunk round-small scroll-x pad-y-2 pad-x-3`}>
          <pre className="faint text-right no-select" aria-hidden="true">
            {shown
              .split('\n')
              .map((_, at) => from + at)
              .join('\n')}
          </pre>
          <Scroller className="scroll-x" aria-label={`Lines of ${name}`}>
            <pre>
              <Code text={shown} name={name} />
            </pre>
          </Scroller>
        </div>
      )}
    </Staged>
  );
}

const WHAT = { edit: '', add: 'new file', delete: 'deleted' } as const;

function ChangeView({ file, project, named }: { file: FileChange; project: string; named: boolean }) {
  const said = [
    WHAT[file.what],
    file.to === undefined ? '' : `moved to ${pathIn(project, file.to)}`,
    file.all === true ? 'every occurrence' : '',
  ];
  const words = said.filter((word) => word !== '').join(' · ');
  return (
    <>
      {(named || words !== '') && (
        <p className="small dim">
          {named && <code className="ink break-anywhere">{seen(pathIn(project, file.path))}</code>} {words}
        </p>
      )}
      <DiffView lines={file.lines} hidden={file.hidden} name={file.path} />
    </>
  );
}

function QuestionView({ question }: { question: Question }) {
  return (
    <div className={`${styles.card} pad-x-3 pad-y-2 medium`}>
      <p className="bold">{seen(question.text)}</p>
      <ul>
        {question.options.map(({ name, about }) => (
          <li key={name} className="pad-y-tight dim">
            <b className="ink">{seen(name)}</b> {seen(about)}
          </li>
        ))}
      </ul>
    </div>
  );
}
