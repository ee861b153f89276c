import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect } from 'react';
import styles from './App.module.css';
import { useSettings } from './data/appHooks.ts';
import { Commands } from './features/keyboard/Commands.tsx';
import { NativeCommands } from './features/native/NativeCommands.tsx';
import { DropZone } from './features/open/DropZone.tsx';
import { Footer } from './features/status/Footer.tsx';
import { Header } from './features/status/Header.tsx';
import { Lost } from './features/status/Lost.tsx';
import { Overlays } from './features/status/Overlays.tsx';
import { Tour } from './features/welcome/Tour.tsx';
import { Workbench } from './Workbench.tsx';

/** Puts the chosen theme on the page; without one the system decides. */
function Theme() {
  const theme = useSettings().data?.theme;
  useEffect(() => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  }, [theme]);
  return null;
}

/** The whole window. Styles of components are in files, since the page allows no inline style elements. */
export function App() {
  return (
    <CSPProvider disableStyleElements>
      <div className={`${styles.frame} grid full-height`}>
        <Theme />
        <Commands />
        <NativeCommands />
        <Header />
        <Lost />
        <Workbench />
        <Tour />
        <Footer />
        <DropZone />
        <Overlays />
      </div>
    </CSPProvider>
  );
}
