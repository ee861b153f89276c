import { useEffect } from 'react';
import { useSettings } from '../../data/appHooks.ts';

/** Puts the chosen theme on the page; without one the system decides. */
export function Theme() {
  const theme = useSettings().data?.theme;
  useEffect(() => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  }, [theme]);
  return null;
}
