import { useStore } from '../../state/store.ts';

/** The field of the question, so that a key leads to it from anywhere. */
export const FIELD = 'why-text';

let wanted = false;

/** Whether a key asked for the field before it was on screen; the field takes it once. */
export function isWanted(): boolean {
  const was = wanted;
  wanted = false;
  return was;
}

/** As the contract has it. */
const LONGEST = 20_000;

/** Asks about the text that is marked on the page; without any it leads to the field. */
export function askWhy(): void {
  const text = window.getSelection()?.toString().trim() ?? '';
  const { setPanel, setWhy } = useStore.getState();
  setPanel('residency');
  if (text !== '') {
    setWhy(text.slice(0, LONGEST));
    return;
  }
  const field = document.getElementById(FIELD);
  wanted = field === null;
  field?.focus();
}
