import { type Document, textsOf } from './document.ts';

/** A report of texts, the first its title. For tests. */
export function documentOf(...texts: string[]): Document {
  return {
    kind: 'context',
    title: texts[0] ?? '',
    lead: '',
    figures: [],
    notes: [],
    strip: [],
    graph: null,
    sections: [
      {
        id: 'blocks',
        title: 'Blocks',
        lead: '',
        rows: texts.slice(1).map((text) => ({ type: 'text', piece: { name: '', text, cut: 0 } })),
      },
    ],
    facts: [],
  };
}
/** All that such a report says. */
export function shown(document: Document): string {
  return [...textsOf(document)].join('\n');
}

/** Letters and digits that look random and are the same each time. */
export function noise(length: number, seed = 7): string {
  const letters = 'aB3dE5gH7jK9mN2pQ4sT6vW8xY';
  return Array.from({ length }, (_, at) => letters[(at * seed + seed) % letters.length]).join('');
}
const hex = (length: number): string => Array.from({ length }, (_, at) => '0a1b2c3d4e5f'[(at * 5 + (at >> 2)) % 12]).join('');
export function capitals(length: number): string {
  return noise(length).toUpperCase();
}

// Built from parts: a scanner of repositories must not take a test for a leak.
export const samples: readonly (readonly [what: string, secret: string])[] = [
  [
    'private key',
    `${'-'.repeat(5)}BEGIN RSA PRIVATE ${'KEY-----'}\n${noise(64)}\n${noise(64)}\n${'-'.repeat(5)}END RSA PRIVATE ${'KEY-----'}`,
  ],
  ['AWS access key', `AK${'IA'}${capitals(16)}`],
  ['GitHub token', `gh${'p_'}${noise(36)}`],
  ['GitHub token', `github${'_pat_'}${noise(40)}`],
  ['GitLab token', `glp${'at-'}${noise(20)}`],
  ['Slack token', `xo${'xb-'}${noise(24)}`],
  ['Slack webhook', `https://hooks.slack${'.com/services/'}T0/B0/${noise(24)}`],
  ['Stripe key', `sk_${'live_'}${noise(24)}`],
  ['Google API key', `AI${'za'}${noise(35)}`],
  ['Google token', `ya${'29.'}${noise(40)}`],
  ['Anthropic key', `sk-${'ant-'}api03-${noise(40)}`],
  ['OpenAI key', `sk-${'proj-'}${noise(40)}`],
  ['npm token', `np${'m_'}${noise(36)}`],
  ['Hugging Face token', `h${'f_'}${noise(34)}`],
  ['PyPI token', `py${'pi-'}${noise(60)}`],
  ['SendGrid key', `S${'G.'}${noise(22)}.${noise(43)}`],
  ['private key', `AGE-SECRET-${'KEY-1'}${capitals(58)}`],
  ['private key', `Private-${'Lines: 2'}\n${noise(64)}\n${noise(20)}=`],
  ['GitLab token', `gl${'agent-'}${noise(50)}`],
  ['Discord token', `MT${noise(24)}.G${noise(5)}.${noise(38)}`],
  ['Google token', `1${'//0'}${noise(60)}`],
  ['key of an AI service', `gs${'k_'}${noise(52)}`],
  ['key of an AI service', `lsv2${'_pt_'}${hex(32)}_${hex(10)}`],
  ['token of a registry', `dckr${'_pat_'}${noise(27)}`],
  ['token of a registry', `rubygems${'_'}${hex(48)}`],
  ['token of a cloud service', `hv${'s.'}${noise(90)}`],
  ['token of a cloud service', `glsa${'_'}${noise(32)}_${hex(8)}`],
  ['token of a cloud service', `aB3${'8Q~'}${noise(34)}`],
  ['token of a service', `lin${'_api_'}${noise(40)}`],
  ['token of a service', `shp${'at_'}${hex(32)}`],
  ['token of a service', `AT${'ATT3'}${noise(60)}=0A1B2C3D`],
  ['Airtable token', `pa${'t'}${noise(14)}.${hex(64)}`],
  ['Resend key', `r${'e_'}${noise(8)}_${noise(24)}`],
  ['Twilio key', `S${'K'}${hex(32)}`],
  ['password hash', `$2${'b$'}12$${noise(53)}`],
  ['JSON web token', `ey${'J'}${noise(20)}.${noise(40)}.${noise(30)}`],
  ['mail address', 'ada.lovelace@example.org'],
  ['IP address', '10.20.30.40'],
  ['IP address', '2001:db8::8a2e:370:7334'],
];
