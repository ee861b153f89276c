// `npm run licences`: the licences of all that is in the bundles, as THIRD-PARTY-LICENCES.txt. Run it after `npm run build`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Where the licences are, in the checkout and in what is packed. */
export const LICENCES = join(root, 'THIRD-PARTY-LICENCES.txt');

const HEAD = `Tapescope's bundles hold code, fonts and a native addon of the packages below, under their licences. The addon of better-sqlite3 holds
SQLite, which is in the public domain. Written by npm run licences out of what is in the bundles: do not edit.`;

const RULE = '-'.repeat(80);

interface Licence {
  /** `name version (SPDX)` */
  packages: string[];
  text: string;
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
}

const licenceIn = (folder: string): Licence => {
  const { name, version, license, author } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  if (license === undefined) throw new Error(`${folder} names no licence.`);
  const file = readdirSync(join(root, folder)).find((one) => /^(licen[cs]e|copying)/i.test(one));
  const by = typeof author === 'object' ? author.name : (author ?? 'its authors');
  const text =
    file === undefined
      ? `Of ${by}. The package ${name} has no text of its licence, and names it: ${license}.`
      : readFileSync(join(root, folder, file), 'utf8')
          .replaceAll('\r\n', '\n')
          .trim();
  return { packages: [`${name} ${version} (${license})`], text };
};

/** Folders of packages, as the build of each bundle wrote them down. */
const bundled = (): string[] => {
  const lists = readdirSync(join(root, 'out/packages')).map(
    (file) => JSON.parse(readFileSync(join(root, 'out/packages', file), 'utf8')) as string[],
  );
  return [...new Set(lists.flat())].toSorted();
};

/** The text of the file for the bundles in out/: packages of one text share it. */
export function licencesOfBundles(): string {
  const byText = new Map<string, Licence>();
  for (const licence of bundled().map(licenceIn)) {
    const known = byText.get(licence.text);
    if (known) known.packages.push(...licence.packages);
    else byText.set(licence.text, licence);
  }
  const parts = [...byText.values()].map(({ packages, text }) => `${packages.join('\n')}\n\n${text}`);
  return `${[HEAD, ...parts].join(`\n\n${RULE}\n`)}\n`;
}

if (import.meta.main) writeFileSync(LICENCES, licencesOfBundles());
