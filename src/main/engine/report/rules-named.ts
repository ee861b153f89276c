import { looksRandom, type Rule, START } from './redaction-rule.ts';

/** What a secret is made of where no quote ends it. */
const VALUE = String.raw`[^\s"'\x60,;<>(){}\[\]\\&|$]`;
const QUOTE = String.raw`["'\x60]`;
const MAYBE = String.raw`["'\x60]?`;

/** Names of what is a secret if it looks like one. */
const NAMES = [
  String.raw`passw(?:or)?d|passphrase|passcode|(?<![A-Za-z]|-{3}\s)pass|pwd|secret|token|credentials?|(?<![A-Za-z0-9])_auth`,
  '(?:api|access|secret|private|account|auth|signing|encryption|admin|master|service|webhook)[_-]?key',
].join('|');
/** What other languages call a password. */
const FOREIGN = [
  'passwort|kennwort|contrase(?:ñ|n)a|mot de passe|senha|palavra-passe|wachtwoord|lösenord|adgangskode|passord|salasana|jelszó|hasło|heslo|parola|şifre',
  'пароль|密码|密碼|口令|パスワード|비밀번호',
].join('|');
/** Names of what is a secret however readable it is. */
const PLAIN = `passw(?:or)?d|passphrase|passcode|pwd|${FOREIGN}`;

/** Addresses and paths follow words such as `token:` as well; and so does a call, the letters of a name with dots in it. */
const isSecret = (text: string): boolean => looksRandom(text) && !/^[./~]|:\/\/|^[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){1,8}$/.test(text);

/** Words that follow `password:` and are none: types, states, forms of a login, and places to be filled in. */
const WORDS = new Set(
  [
    'string strings str text char chars varchar bytes number int integer bool boolean true false null none nil undefined void any unknown object',
    'optional required missing empty invalid incorrect wrong valid expired weak strong unset unchanged disabled enabled never hidden masked',
    'redacted changeme example sample dummy placeholder username user login email mail prompt stdin keyring vault bcrypt argon2 scrypt plain',
    'plaintext reset change forgot confirm update this that here todo your yours auto default file ask field label type name value data form',
    'self config process settings options params props state request body event args kwargs await async function return const',
  ].flatMap((line) => line.split(' ')),
);

/** Not a path, an address, a name of something that has the secret, or a place to be filled in. */
const isValue = (text: string): boolean =>
  !/^[./~*%@#:!=+-]|:\/\/|^(.)\1*$|^x{3}|^(?:example|your|my-?_?pass)|passw|passphrase|pwd|secret|token|credential|\.\.\./i.test(text) &&
  !WORDS.has(text.toLowerCase().replace(/[.:?!*]{1,3}$/, ''));

/** The same where nothing but the end of a line ends it: the names of programs go by there as well. */
const isPlain = (text: string): boolean =>
  isValue(text) &&
  !/^[a-z_]\w{0,60}(?:[.:]{1,2}\w{1,60}){1,8}$|^[A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{1,60}$|^[a-z]{1,20}(?:[A-Z][a-z]{1,20}){1,4}$/.test(text);

const password = (hints: readonly string[], before: string, secret: string, check: Rule['check'], flags = 'gi', after = ''): Rule => ({
  what: 'password',
  kind: 'password',
  hints,
  pattern: new RegExp(`(${before})(${secret})${after}`, flags),
  ...(check && { check }),
});

const FOREIGN_HINTS = [
  ...['passwort', 'kennwort', 'contrase', 'mot de passe', 'senha', 'palavra-passe', 'wachtwoord', 'lösenord', 'adgangskode', 'passord'],
  ...['salasana', 'jelszó', 'hasło', 'heslo', 'parola', 'şifre', 'пароль', '密码', '密碼', '口令', 'パスワード', '비밀번호'],
];
const PLAIN_HINTS = ['pass', 'pwd', ...FOREIGN_HINTS];

/** What follows `password:` in a sentence or a type and is not a password. */
const PROSE = new Set(
  [
    'the a an your my our their his her its this that these those what which who whose where when if is are was were be been being do does did',
    'must should can cannot could may might will would shall has have had not no yes only also as at by for from in into of on or and nor so to',
    'with without via per both either each every all any some one two see use used uses using set sets get gets let lets make sure please ask',
    'type types enter show shows shown check checks store stored save saved hash hashed read write add added require requires need needs must',
    'you we they it he she i there here then than but because while until after before plus minus new old current previous next first last',
    'auth text string hashed encrypted encoded random strong weak test secure correct generated based minimum maximum at-least least length',
  ].flatMap((line) => line.split(' ')),
);

/** What is known by what comes before it. */
export const BESIDE_RULES: readonly Rule[] = [
  {
    what: 'bearer token',
    kind: 'token',
    hints: ['bearer', 'basic', 'authorization'],
    pattern:
      /((?<![A-Za-z0-9])(?:Bearer|Basic|Authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:Token|ApiKey|Digest|Negotiate))\s{1,3})([A-Za-z0-9._~+/-]{16,16000}={0,2})/gi,
    check: looksRandom,
  },
  {
    what: 'bearer token',
    kind: 'token',
    hints: ['authorization'],
    // In a header a short one is one too: `user:pw` in base64 has twelve letters.
    pattern:
      /((?<![A-Za-z0-9])Authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:Bearer|Basic|Token|ApiKey)\s{1,3})?)([A-Za-z0-9._~+/-]{8,16000}={0,2})/gi,
    check: (text) => /\d/.test(text) && /[a-z]/i.test(text),
  },
  {
    what: 'credentials in an address',
    kind: 'password',
    hints: ['://'],
    pattern: /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/:@"'`<>[\]\\]{0,100}:[^\s/"'`<>[\]\\]{1,200})(?=@)/gi,
  },
  {
    what: 'credentials in an address',
    kind: 'password',
    hints: ['://'],
    // A token alone before the host, as for `git clone`.
    pattern: /(\b(?:https?|git|ssh|wss?):\/\/)([^\s/:@"'`<>[\]\\]{16,300})(?=@)/gi,
    check: looksRandom,
  },
  password(
    ['pass', 'pwd', 'secret', 'token', 'key', 'credential', '_auth'],
    String.raw`(?:${NAMES})(?:_[A-Za-z0-9_]{1,20})?${MAYBE}\s{0,3}(?:=>|:=|[:=])\s{0,3}${MAYBE}`,
    `${VALUE}{6,4000}`,
    isSecret,
  ),
  // The same in other languages, whatever follows.
  password(FOREIGN_HINTS, String.raw`(?:${FOREIGN})${MAYBE}\s{0,3}[:=：]\s{0,3}${MAYBE}`, `${VALUE}{6,200}`, isSecret),
  // A variable of the environment holds what it says, however readable that is.
  password(
    ['password=', 'passwd=', 'passphrase=', 'passcode=', 'pass=', 'pwd=', 'secret='],
    `(?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|PASSCODE|_PASS|_PWD|SECRET)=["']?`,
    `${VALUE}{4,4000}`,
    isValue,
    'g',
  ),
  password(['_key='], `(?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{0,40}(?<!PUBLIC|PUB|FOREIGN|PRIMARY)_KEY=["']?`, `${VALUE}{6,4000}`, isSecret, 'g'),
  // A value in quotes, as JSON, YAML and most languages have it, or a number.
  password(
    PLAIN_HINTS,
    String.raw`(?:${PLAIN})${MAYBE}\s{0,3}(?:=>|:=|[:=])\s{0,3}${QUOTE}`,
    `${VALUE}{4,200}`,
    isValue,
    'gi',
    `(?=${QUOTE})`,
  ),
  password(
    [...PLAIN_HINTS, 'pin'],
    String.raw`(?:${PLAIN}|(?<![A-Za-z])pin(?:[_ -]?code)?)${MAYBE}\s{0,3}[:=]\s{0,3}`,
    String.raw`\d{4,40}`,
    (text) => !/^(.)\1*$/.test(text),
    'gi',
    String.raw`(?![\w.])`,
  ),
  // All that is left of a line: YAML, INI, a message that says it.
  password(
    PLAIN_HINTS,
    String.raw`(?:${PLAIN})${MAYBE}[^\S\n]{0,3}[:=：][^\S\n]{0,3}`,
    `${VALUE}{4,200}`,
    isPlain,
    'gi',
    String.raw`(?=[^\S\n]{0,3}(?:$|[\r\n]|\\[nr]| #))`,
  ),
  // In the middle of a line, and what is there is no word of the sentence.
  password(
    PLAIN_HINTS,
    String.raw`(?:${PLAIN})["']?[^\S\n]{0,2}[:：][^\S\n]{1,3}`,
    `${VALUE}{5,200}`,
    (text) => isPlain(text) && !PROSE.has(text.toLowerCase()),
    'giu',
    String.raw`(?=[.,;!]?[^\S\n]{1,3}\p{L})`,
  ),
  // Parts of a connection string, and of the query of an address.
  password(
    ['password', 'pwd', 'pass='],
    String.raw`(?:;[^\S\n]{0,2}(?:password|pwd)[^\S\n]?=[^\S\n]?|[?&](?:password|passwd|pass|pwd)=|[^\S\n](?:password|passwd)=(?=\S{1,200} [a-z_]{1,30}=))`,
    `${VALUE}{4,200}`,
    isPlain,
  ),
  password(
    ['passw', 'passphrase', 'passcode'],
    String.raw`\b(?:password|passphrase|passcode)\s(?:is|was|to)\s{1,2}${MAYBE}`,
    `${VALUE}{6,200}`,
    (text) => isSecret(text) || /^\d{4,}$/.test(text),
  ),
  password(
    ['--'],
    String.raw`(?<![\w-])--[a-z-]{0,40}(?:token|secret|api-key|key|credentials?)[ =]{1,3}["']?`,
    `${VALUE}{6,4000}`,
    isSecret,
    'g',
  ),
  password(['--'], String.raw`(?<![\w-])--[a-z-]{0,40}(?:password|passphrase|passwd|pass)[ =]{1,3}["']?`, `${VALUE}{4,4000}`, isValue, 'g'),
  password(
    ['curl', 'sshpass', 'mysql', 'redis-cli', 'login', '<password>', 'identified by'],
    [
      String.raw`\bcurl [^|;\r\n]{0,200}(?:-u|--user) {1,3}["']?[^\s:"']{1,60}:`,
      String.raw`\bsshpass -p ?["']?`,
      String.raw`\bmysql(?:dump|admin|import)? [^|;\r\n]{0,120}-p["']?`,
      String.raw`\bredis-cli [^|;\r\n]{0,120}-a ["']?`,
      String.raw`\bdocker login [^|;\r\n]{0,120}-p ["']?`,
      String.raw`\bmachine\s{1,3}\S{1,100}\s{1,3}login\s{1,3}\S{1,80}\s{1,3}password\s{1,3}`,
      '<password>',
      String.raw`\bIDENTIFIED BY\s{1,3}["']`,
    ].join('|'),
    `${VALUE}{4,4000}`,
    isValue,
    'g',
  ),
  password(['login'], String.raw`\blogin\s{1,3}\S{1,80}\s{1,3}password\s{1,3}`, `${VALUE}{6,4000}`, isSecret),
  password([':5432:'], String.raw`(?<![\w.-])[\w.*-]{1,100}:5432:[\w*-]{1,60}:[\w.-]{1,60}:`, `${VALUE}{4,200}`, isValue),
  {
    what: 'password hash',
    kind: 'password',
    hints: ['$2', '$5$', '$6$', '$y$', '$apr1$', '$argon2', '$scrypt$', '$pbkdf2'],
    pattern: new RegExp(
      String.raw`(${START})(\$(?:2[abxy]|5|6|y|apr1|argon2(?:id|[id])|scrypt|pbkdf2[a-z0-9-]{0,10})\$[A-Za-z0-9./$+=,_-]{20,400})`,
      'g',
    ),
  },
  {
    what: 'cookie',
    kind: 'token',
    hints: ['cookie'],
    pattern: /((?<![A-Za-z0-9])(?:Set-)?Cookie["']?\s{0,3}:\s{0,3}["']?)([^\s=;"']{1,80}=[^\r\n"'\\<>]{8,8000})/gi,
    check: looksRandom,
  },
  {
    what: 'signature of an address',
    kind: 'token',
    hints: ['signature=', 'sig='],
    pattern: /([?&](?:X-Amz-Signature|X-Goog-Signature|Signature|sig)=)([A-Za-z0-9%+/_.-]{16,2000}={0,2})/gi,
    check: looksRandom,
  },
];
