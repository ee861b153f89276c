// First, before any schema is made.
import './jitless.ts';
// Then this, so that the order of the layers comes before any style that is in one.
import './ui/styles.ts';

import { createBridge } from './api/bridge.ts';
import { mount } from './mount.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element called root.');
mount(createBridge(), root);
