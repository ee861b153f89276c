import { describe, expect, test } from 'vitest';
import { review } from './redact.ts';
import { capitals, documentOf, noise, samples, shown } from './redact-samples.ts';
import { RULES } from './rules.ts';
import { spansIn } from './spans.ts';

const still = new AbortController().signal;

describe('what is found', () => {
  test.each(samples)('%s, bare, in quotes, in JSON and after an escaped line break', async (what, secret) => {
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
  ])('%s by what comes before it', async (what, text, becomes) => {
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
