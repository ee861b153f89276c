// First, so that the order of the layers comes before any style that is in one.
import '../src/ui/styles.ts';

import { mount } from '../src/mount.tsx';
import { answersFor } from './answers.ts';
import { createFakeBridge } from './fake-bridge.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element called root.');
const scene = new URLSearchParams(location.search).get('scene') ?? 'full';
mount(createFakeBridge(answersFor(scene)), root);
