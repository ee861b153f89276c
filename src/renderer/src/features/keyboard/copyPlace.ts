import type { Bridge } from '../../../../shared/rpc/client.ts';
import { linkTo, placeOf } from '../../state/link.ts';
import { useStore } from '../../state/store.ts';
import { copyText } from '../../ui/Copy.tsx';

const NOTICE = 90;

/** A link as far as a line of notice has room for it. */
const shortLink = (link: string): string => (link.length > NOTICE ? `${link.slice(0, NOTICE)}…` : link);

/** Copies a link to what is shown; `step` is where the playhead is, since a link to the newest step would move on. */
export function copyPlace({ host }: Pick<Bridge, 'host'>, step: number | null = null): void {
  const { setNotice, ...state } = useStore.getState();
  const link = linkTo({ ...placeOf(state), step }, host, window.location);
  if (link === null) return;
  void copyText(link).then((done) =>
    setNotice(done ? `Copied ${shortLink(link)}` : `This window cannot use the clipboard. The link is ${link}`),
  );
}
