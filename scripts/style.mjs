// Checks how sources and pages are written, and fails when it sees nothing.
import { globSync, readFileSync } from 'node:fs';
import { judgeArrows } from './arrows.mjs';
import { judgeChangelog } from './changelog.mjs';
import { judgeClasses, judgeShared } from './classes.mjs';
import { judgeFileNames } from './file-names.mjs';
import { root } from './node24.mjs';
import { judgeProse } from './prose.mjs';

const SOURCES = ['{src,scripts,e2e,bench}/**/*.{ts,tsx,mjs}', '*.ts'];
const PAGES = ['*.md', '{src,scripts,e2e,bench}/**/*.md'];
const OTHERS = ['{src,resources,.ci}/**/*.{css,html}'];

const paths = (patterns) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (path) => /node_modules/.test(path) }))
    .map((path) => path.replaceAll('\\', '/'));

const read = (patterns) =>
  paths(patterns)
    .filter((path) => !path.endsWith('.d.mts'))
    .map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]);

const sources = read(SOURCES);
const pages = read(PAGES);
const known = new Set(
  [...sources, ...pages, ...paths(OTHERS).map((path) => [path])].flatMap(([path]) =>
    path.split('/').map((_, at, parts) => parts.slice(at).join('/')),
  ),
);
const { functions, complaints: arrows } = judgeArrows(sources);
// The list of the words has them all.
const judged = [...sources, ...pages].filter(([path]) => !/^scripts\/prose\.(mjs|test\.ts)$/.test(path));
const { complaints: prose } = judgeProse(judged, (name) => known.has(name));
const sheets = paths(['src/renderer/src/**/*.module.css']).map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]);
const { classes, complaints: unused } = judgeClasses(
  sheets,
  sources.filter(([path]) => path.startsWith('src/renderer/')),
);
const shared = judgeShared(
  paths(['src/renderer/src/ui/{base,primitives}.css']).map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]),
  sources.filter(([path]) => path.startsWith('src/renderer/src/') && path.endsWith('.tsx')),
);
const changelog = judgeChangelog(readFileSync(`${root}/CHANGELOG.md`, 'utf8'));
const complaints = [...arrows, ...prose, ...unused, ...shared, ...changelog, ...judgeFileNames(sources.map(([path]) => path))];
for (const complaint of complaints) console.error(`style: ${complaint}`);
if (complaints.length > 0) process.exit(1);
console.log(
  `style: ${functions} exported functions, each declared as one; ${judged.length} files of people's words, none of them forbidden; ${classes} classes of style sheets, each used; none cites a file that is not there`,
);
