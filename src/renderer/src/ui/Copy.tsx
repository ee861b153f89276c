import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';

/** Puts `text` on the clipboard and says so for a moment. */
export function Copy({ text, what = '' }: { text: string; what?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 1600);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => copyText(text).then((done) => setState(done ? 'copied' : 'refused'));
  const words = { idle: `copy ${what}`.trim(), copied: 'copied', refused: 'not allowed here' };
  return (
    <Button look="quiet" onClick={copy} aria-live="polite">
      {words[state]}
    </Button>
  );
}

/** False where the page may not write to the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** The desktop refuses every permission to its pages, the clipboard's too; a copy of what is selected needs none. */
const copySelection = (text: string): boolean => {
  const back = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'unseen';
  (back?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (back instanceof HTMLElement) back.focus();
  return done;
};
