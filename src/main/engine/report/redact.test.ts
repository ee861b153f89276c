import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Document, textsOf } from './document.ts';
import { review } from './redact.ts';
import { RULES } from './rules.ts';
import { spansIn } from './spans.ts';

const still = new AbortController().signal;
const documentOf = (...texts: string[]): Document => ({
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
});
const shown = (document: Document): string => [...textsOf(document)].join('\n');

/** Letters and digits that look random and are the same each time. */
const noise = (length: number, seed = 7): string => {
  const letters = 'aB3dE5gH7jK9mN2pQ4sT6vW8xY';
  return Array.from({ length }, (_, at) => letters[(at * seed + seed) % letters.length]).join('');
};
const hex = (length: number): string => Array.from({ length }, (_, at) => '0a1b2c3d4e5f'[(at * 5 + (at >> 2)) % 12]).join('');
const capitals = (length: number): string => noise(length).toUpperCase();

// Built from parts: a scanner of repositories must not take a test for a leak.
const samples: readonly (readonly [what: string, secret: string])[] = [
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

describe('what is found', () => {
  test.each(samples)('%s, bare, in quotes, in JSON and behind an escaped line break', async (what, secret) => {
    for (const text of [secret, `see ${secret}, and`, `"${secret}"`, `{"a":"x\\n${secret.replaceAll('\n', '\\n')}"}`, `(${secret})`]) {
      const { findings, redact } = await review(documentOf('t', text), still);
      expect(findings.map((finding) => finding.what)).toEqual([what]);
      const out = shown(redact(documentOf('t', text), new Set()));
      expect(out).toContain(`[redacted ${what} 1]`);
      expect(out).not.toContain(secret.slice(-10));
    }
  });

  test.each([
    ['bearer token', `Authorization: Bearer ${noise(32)}`, 'Authorization: Bearer [redacted bearer token 1]'],
    ['password', `DB_PASSWORD=${noise(12)}`, 'DB_PASSWORD=[redacted password 1]'],
    ['password', `{\\"api_key\\": \\"${noise(12)}\\"}`, '{\\"api_key\\": \\"[redacted password 1]\\"}'],
    ['password', `token: '${noise(9)}'`, "token: '[redacted password 1]'"],
    [
      'credentials in an address',
      `postgres://ada:${noise(9)}@db.example.org/app`,
      'postgres://[redacted credentials in an address 1]@db.example.org/app',
    ],
    [
      'credentials in an address',
      `mysql://root:p@${noise(9)}@db.example.org/app`,
      'mysql://[redacted credentials in an address 1]@db.example.org/app',
    ],
    ['password', 'DB_PASSWORD=correct-horse-battery', 'DB_PASSWORD=[redacted password 1]'],
    ['password', `token%3D${noise(12)}&x`, 'token%3D[redacted password 1]&x'],
    ['password', `deploy --password ${noise(9)} --yes`, 'deploy --password [redacted password 1] --yes'],
    ['password', `curl -s -u ada:${noise(9)} x`, 'curl -s -u ada:[redacted password 1] x'],
    ['password', `login ada password ${noise(9)}`, 'login ada password [redacted password 1]'],
    ['password', `<password>${noise(9)}</password>`, '<password>[redacted password 1]</password>'],
    ['cookie', `Set-Cookie: sid=${noise(20)}; HttpOnly`, 'Set-Cookie: [redacted cookie 1]'],
    ['signature of an address', `GET /k?X-Amz-Signature=${noise(40)}&b=1`, '?X-Amz-Signature=[redacted signature of an address 1]&b=1'],
    ['GitHub token', `a=x%3Dgh${'p_'}${noise(36)}%26`, 'a=x%3D[redacted GitHub token 1]%26'],
    ['GitHub token', `gh${'p_'}${noise(20)}\n${noise(16)}\nnext`, '[redacted GitHub token 1]\nnext'],
    ['JSON web token', `jwt ZXl${'K'}${noise(80)}== end`, 'jwt [redacted JSON web token 1] end'],
    ['password', 'password: hunter', 'password: [redacted password 1]'],
    ['password', 'db:\n  password: "correct horse"\n  passwd: hunter # old\n', 'passwd: [redacted password 1] # old'],
    ['password', 'password=correcthorse\nuser=ada', 'password=[redacted password 1]\nuser'],
    ['password', '{"user":"ada","password":"hunter"}', '"password":"[redacted password 1]"}'],
    ['password', '{\\"password\\": \\"hunter\\"}', '\\"password\\": \\"[redacted password 1]\\"'],
    ['password', '{"pin": 493817}', '{"pin": [redacted password 1]}'],
    ['password', 'The password: 4938', 'The password: [redacted password 1]'],
    ['password', 'DB_PASS=hunter next', 'DB_PASS=[redacted password 1] next'],
    ['password', 'Server=db;User Id=ada;Password=hunter;Pooling=1', 'Password=[redacted password 1];Pooling'],
    ['password', 'host=db user=ada password=hunter dbname=app', 'password=[redacted password 1] dbname'],
    ['password', 'GET /in?user=ada&password=hunter&b=1', '&password=[redacted password 1]&b'],
    ['password', 'login --password hunter --yes', '--password [redacted password 1] --yes'],
    ['password', 'sshpass -p hunter ssh ada', 'sshpass -p [redacted password 1] ssh'],
    ['password', 'mysql -u root -phunter app', '-p[redacted password 1] app'],
    ['password', 'machine h.org login ada password hunter', 'password [redacted password 1]'],
    ['password', 'db.example.org:5432:app:ada:hunter', ':ada:[redacted password 1]'],
    ['password', 'Its password is hunter2, he said', 'password is [redacted password 1], he'],
    ['password', `//registry.npmjs.org/:_authToken=${noise(36)}`, ':_authToken=[redacted password 1]'],
    ['bearer token', 'Authorization: Basic YWRhOnB3MQ==', 'Authorization: Basic [redacted bearer token 1]'],
    ['credentials in an address', `git clone https://${noise(40)}@example.org/a.git`, 'https://[redacted credentials in an address 1]@'],
    ['credentials in an address', `"postgres:\\/\\/ada:${noise(9)}@db.example.org"`, ':\\/\\/[redacted credentials in an address 1]@'],
    ['Slack webhook', `"https:\\/\\/hooks.slack${'.com\\/services\\/'}T0\\/B0\\/${noise(24)}"`, '"[redacted Slack webhook 1]"'],
    ['mail address', 'to=ada%40example.org&x', 'to=[redacted mail address 1]&x'],
    ['mail address', 'jörg.ä@müller.de', '[redacted mail address 1]'],
  ])('%s by what stands before it', async (what, text, becomes) => {
    const { findings, redact } = await review(documentOf('t', text), still);
    expect(findings.map((finding) => finding.what)).toEqual([what]);
    expect(shown(redact(documentOf('t', text), new Set()))).toContain(becomes);
  });

  test.each([
    ['/home/ada/plans/a.ts', '/home/[user]/plans/a.ts'],
    ['cd /Users/ada.l/x', 'cd /Users/[user]/x'],
    ['C:\\Users\\Ada Lovelace\\x', 'C:\\Users\\[user]\\x'],
    ['"C:\\\\Users\\\\ada\\\\x"', '"C:\\\\Users\\\\[user]\\\\x"'],
    ['/home/ada and /home/bob and /Users/ada', '/home/[user] and /home/[user 2] and /Users/[user]'],
    ['.claude/projects/-home-ada-work', '.claude/projects/-home-[user]-work'],
    ['in /home/ada.', 'in /home/[user].'],
    ['x\\n/home/ada/y', 'x\\n/home/[user]/y'],
    ['file=%2Fhome%2Fada%2Fx', 'file=%2Fhome%2F[user]%2Fx'],
    ['"\\/home\\/ada\\/x"', '"\\/home\\/[user]\\/x"'],
    ['projects/c--Users-ada-work', 'projects/c--Users-[user]-work'],
  ])('home path %s keeps the rest', async (text, becomes) => {
    const { findings, redact } = await review(documentOf('t', text), still);
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['home']));
    expect(shown(redact(documentOf('t', text), new Set()))).toContain(becomes);
  });

  test.each([
    'tokens: 142310',
    'token_count: 12345678',
    'password: string',
    'const token = getToken()',
    'login(user, password=correcthorse)',
    'password: str\n',
    'password: string;\npwd: string',
    'const password = req.body.password\nthis.password = hashedPassword\n',
    'password: Optional\npassword: ********\npassword: ...',
    '"password": "string", "password": "Password", "password_field": "password"',
    'the password is required, the password was changed',
    'password: $DB_PASSWORD\npassword: <your password>',
    'PASSWORD=DB_PASSWORD_FILE',
    'Enter password: \nThe passwords: many',
    '--- PASS: TestOne2Three (0.00s)',
    '  -p, --password string   the password',
    'token = Base.url_encode64(x)',
    'sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709',
    `a path ${'aB3/'.repeat(10)} without a key`,
    'PASSWORD=$SECRET and PASSWORD=changeme',
    'SECRET=./path/to/it',
    'deploy --token <token>',
    'cookie: none',
    'Tokens begin with ghp_\\nand are secret',
    'icon@2x.png',
    'git@github.com:a/b.git',
    'react@18.3.1',
    'version 1.2.3.4.5 and v1.2.3.4',
    'at 127.0.0.1:8080, 0.0.0.0',
    '12:34:56 and std::vector::size',
    'https://example.org/home/page',
    '/Users/Shared/x',
    'sk-learn-and-other-long-words-here',
    '@app.route("/x")\\n@app.route("/y")',
    'token: https://example.org/a1b2c3',
  ])('%s is nothing', (text) => expect(spansIn(text)).toEqual([]));

  test('a secret is taken out wherever else it stands, and counted', async () => {
    const secret = noise(12);
    const document = documentOf('t', `password=${secret}`, `it printed ${secret}!`);
    const { findings, redact } = await review(document, still);
    expect(findings).toMatchObject([{ text: secret, count: 2 }]);
    expect(shown(redact(document, new Set()))).not.toContain(secret);
  });

  test('an AWS secret key is known by the access key beside it, either way round, and nowhere else', async () => {
    const [access, secret] = [`AK${'IA'}${capitals(16)}`, 'wJ4lrXUtnFEM2K7MDENGbPxRfiCYzQ9hT5vB8sLp'];
    for (const text of [`${access} ${secret}`, `${secret}\n${access}`, `"${access}","${secret}"`, `${access}:${secret}`]) {
      const { findings } = await review(documentOf('t', text), still);
      expect(findings.map(({ what }) => what).sort()).toEqual(['AWS access key', 'AWS secret key']);
    }
    expect(spansIn(secret)).toEqual([]);
    expect(spansIn(`${access} ${'word '.repeat(100)} ${secret}`).map(({ rule }) => rule.what)).toEqual(['AWS access key']);
  });

  test('a private key is known between the numbers and arrows of a shown file', async () => {
    const lines = [
      `${'-'.repeat(5)}BEGIN OPENSSH PRIVATE ${'KEY-----'}`,
      noise(64),
      noise(64),
      `${'-'.repeat(5)}END OPENSSH PRIVATE ${'KEY-----'}`,
    ];
    const document = documentOf('t', lines.map((line, at) => `    ${at + 1}→${line}`).join('\n'));
    const { redact } = await review(document, still);
    expect(shown(redact(document, new Set()))).toMatch(/\n {4}1→\[redacted private key 1\]$/);
  });

  test('a secret is taken out in other writing, and where a title was cut within it', async () => {
    const secret = `${noise(8)}/${noise(9)}+${noise(4)}=`;
    const document = documentOf(
      `Deploy with ${secret.slice(0, 14)}…`,
      `password=${secret}`,
      JSON.stringify({ a: secret }).replaceAll('/', '\\/'),
      `?x=${encodeURIComponent(secret)}`,
      `a${secret}b`,
    );
    const { findings, redact } = await review(document, still);
    expect(findings).toMatchObject([{ text: secret, count: 5 }]);
    expect([...textsOf(redact(document, new Set()))].filter((text) => text.includes(secret.slice(0, 8)))).toEqual([]);
    expect(redact(document, new Set()).title).toBe('Deploy with [redacted password 1]…');
  });

  test('a word that is a password is not taken out of other words, and a short one only where it was recognised', async () => {
    const document = documentOf('t', 'password: elephant\npassword: root\n', 'An elephant among elephants at the root.');
    const { findings, redact } = await review(document, still);
    expect(findings).toMatchObject([
      { text: 'elephant', count: 2 },
      { text: 'root', count: 1 },
    ]);
    expect(shown(redact(document, new Set()))).toContain('An [redacted password 1] among elephants at the root.');
  });

  test('a password that is a word of ours leaves the shape of a report alone', async () => {
    const document: Document = { ...documentOf('t', 'password: handoffs\npasswd: omission', 'All handoffs.'), kind: 'handoffs' };
    const { redact } = await review(document, still);
    const clean = redact(document, new Set());
    expect([clean.kind, clean.sections[0]?.id, clean.sections[0]?.rows[0]?.type]).toEqual(['handoffs', 'blocks', 'text']);
    expect(shown(clean)).toContain('All [redacted password 1].');
  });

  test('thousands of secrets are sought in one pass', async () => {
    const secrets = Array.from({ length: 3000 }, (_, at) => `${noise(9)}${at}x${noise(9, 11)}`);
    const document = documentOf('t', secrets.map((secret) => `password=${secret}`).join('\n'), secrets.join(' '));
    const { findings } = await review(document, still);
    expect(findings).toHaveLength(3000);
    expect(findings.every(({ count }) => count === 2)).toBe(true);
  });

  test('titles count too; a finding has its first place with the words around it, and can be kept', async () => {
    const document = documentOf('Mail ada@example.org now', 'ada@example.org or bob@example.org');
    const { findings, redact } = await review(document, still);
    expect(findings).toMatchObject([
      { kind: 'mail', text: 'ada@example.org', count: 2, before: 'Mail ', after: ' now', becomes: '[redacted mail address 1]' },
      { text: 'bob@example.org', count: 1 },
    ]);
    const out = redact(document, new Set([findings[0]?.id ?? '']));
    expect(out.title).toBe(document.title);
    expect(shown(out)).toContain('ada@example.org or [redacted mail address 2]');
  });
});

/** Texts in which things to find stand among words and what could glue them together. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...samples.map(([, secret]) => secret), 'a@b.cc', '/home/ada', '-home-bob', `token=${noise(10)}`, 'x://u:p1@h.org'),
      fc.constantFrom(' ', '@', '.', '-', '/', ':', '\\n', '"', '=', '_', '[', ']', 'token', 'Bearer ', '\n', '://', 'Users', '1.2.3.4'),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

test('after all was redacted nothing is found, redacting is idempotent, and nothing else changes', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (one, two) => {
      const document = documentOf(one, two);
      const first = await review(document, still);
      const clean = first.redact(document, new Set());
      const second = await review(clean, still);
      expect(second.findings).toEqual([]);
      expect(second.redact(clean, new Set())).toEqual(clean);
      expect(first.redact(document, new Set(first.findings.map(({ id }) => id)))).toEqual(document);
      expect(await review(document, still)).toMatchObject({ findings: first.findings });
      let rest = clean.title;
      for (const { becomes, text } of first.findings) rest = rest.replaceAll(becomes, text);
      expect(rest).toBe(document.title);
    }),
    { numRuns: 300 },
  );
});

describe('hostile text', () => {
  test('no quantifier is without a bound, and none repeats another', () => {
    for (const { pattern } of RULES) {
      const shape = pattern.source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
      expect(shape, pattern.source).not.toMatch(/[*+]|\{\d+,\}/);
      expect(shape, pattern.source).not.toMatch(/\([^()]*\{\d+,\d+\}[^()]*\)(?:\{|\*|\+)/);
    }
  });

  /** What a pattern may begin with, again and again: where one goes back for each of them, this never ends. */
  const pieces = new Set([
    ...RULES.flatMap(({ hints }) => hints),
    ...['a@', '%40', '--', 'curl ', 'ghp_\n', 'Cookie: a=', 'token=', 'token_', '-----BEGIN PRIVATE KEY-----', 'eyJ', '1.1.1.', 'a://a:'],
    ...['/home/', 'Bearer ', ':1', 'sk-', 'password:', 'password="', 'password : ', 'Password=a;', '--a-', 'mysql -', 'machine a login '],
    ...['Authorization: ', `AK${'IA'}${capitals(16)} `, 'a:5432:', '&pwd=', '…', 'password is ', 'pin: ', 'Private-Lines: 1\n'],
  ]);
  test('a text of nothing but the beginnings of a pattern is looked at in a few passes', () => {
    for (const piece of pieces) {
      const spans = spansIn(piece.repeat(50_000 / piece.length));
      expect(spans.length, piece).toBeLessThan(50_000);
    }
  });

  test.each(['a', 'aB3/', '0'])('ten megabytes of %s are looked at in a few passes', (piece) => {
    expect(spansIn(piece.repeat(10_000_000 / piece.length))).toEqual([]);
  });
});

test('a review that nobody waits for stops', async () => {
  const big = documentOf('t', ...Array.from({ length: 4 }, (_, at) => `${at}${'word '.repeat(200_000)}`));
  await expect(review(big, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});
