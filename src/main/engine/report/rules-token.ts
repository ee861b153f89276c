import { entropy, looksRandom, type Rule, START } from './redaction-rule.ts';

/** This many characters, between which a line may be broken: a terminal cuts a long token in two. */
const wrapped = (characters: string, count: number): string => String.raw`(?:(?:\r?\n[^\S\n]{0,80})?${characters}){${count}}`;
const WORD = '[A-Za-z0-9]';
const DASHED = '[A-Za-z0-9_-]';
const HEX = '[0-9a-f]';

const rule = (kind: Rule['kind'], what: string, hints: readonly string[], secret: string): Rule => ({
  what,
  kind,
  hints: hints.map((hint) => hint.toLowerCase()),
  pattern: new RegExp(`(${START})(${secret})`, 'g'),
  broken: true,
});
const token = (what: string, hints: readonly string[], secret: string): Rule => rule('token', what, hints, secret);
const key = (what: string, hints: readonly string[], secret: string): Rule => rule('key', what, hints, secret);

const AWS = '(?:AKIA|ASIA|ABIA|ACCA)';
const AWS_HINTS = ['akia', 'asia', 'abia', 'acca'];
/** As long as an access key's other half is, and as mixed. */
const isAwsSecret = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && entropy(text) >= 4;

/** What is known by its own form, wherever it stands. */
export const TOKEN_RULES: readonly Rule[] = [
  {
    what: 'private key',
    kind: 'key',
    hints: ['private key'],
    // Between its lines may stand what shows a file: numbers, arrows, quotes, marks of a patch.
    pattern:
      /()(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s\\,:.()→|>"'#*]|-(?!----)){0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?)/g,
    check: (text) => /[A-Za-z0-9+/=]{40}/.test(text),
  },
  key('private key', ['private-lines:'], String.raw`Private-Lines: \d{1,3}(?:(?:\r?\n|\\n)[^\S\n]{0,8}[A-Za-z0-9+/=]{4,90}){1,120}`),
  key('private key', ['age-secret-key-1'], 'AGE-SECRET-KEY-1[A-Z0-9]{50,70}'),
  key('AWS access key', AWS_HINTS, `${AWS}${wrapped('[A-Z0-9]', 16)}(?![A-Za-z0-9])`),
  {
    what: 'AWS secret key',
    kind: 'key',
    hints: AWS_HINTS,
    pattern: /((?<![A-Za-z0-9+/]))([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/g,
    beside: { sign: new RegExp(`${AWS}[A-Z0-9]{16}`, 'g'), reach: 400 },
    check: isAwsSecret,
  },
  token('GitHub token', ['gho_', 'ghp_', 'ghu_', 'ghs_', 'ghr_'], `gh[pousr]_${WORD}{36,4000}`),
  token('GitHub token', ['github_pat_'], `github_pat_[A-Za-z0-9_]{22,4000}`),
  token(
    'GitLab token',
    ['glpat-', 'gldt-', 'glrt-', 'glrtr-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'gloas-', 'glimt-', 'glagent-', 'glffct-', 'glwt-'],
    `gl(?:pat|dt|rtr?|cbt|ptt|ft|soat|oas|imt|agent|ffct|wt)-[A-Za-z0-9_.-]{20,4000}`,
  ),
  {
    ...token('Slack token', ['xox', 'xapp-'], String.raw`(?:xoxe\.)?(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,4000}`),
    heads: ['xoxa-', 'xoxb-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxe.', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'],
  },
  {
    ...token(
      'Slack webhook',
      ['hooks.slack.com'],
      String.raw`https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/]{20,200}`,
    ),
    heads: ['https://hooks'],
  },
  {
    ...token('Discord webhook', ['/api/webhooks/'], String.raw`https://discord(?:app)?\.com/api/webhooks/\d{5,25}/[A-Za-z0-9_-]{20,200}`),
    heads: ['https://discord'],
  },
  token('Discord token', ['.g'], String.raw`[MNO][A-Za-z0-9_-]{23,27}\.G[A-Za-z0-9_-]{5}\.[A-Za-z0-9_-]{27,60}`),
  token('Telegram token', [':aa'], String.raw`\d{8,10}:AA[A-Za-z0-9_-]{32,40}(?![\w-])`),
  { ...token('DigitalOcean token', ['_v1_'], 'do[opr]_v1_[a-f0-9]{64}'), heads: ['dop_v1_', 'doo_v1_', 'dor_v1_'] },
  {
    ...key('Stripe key', ['_live_', '_test_'], '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,4000}'),
    heads: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'pk_live_', 'pk_test_'],
  },
  token('Stripe webhook secret', ['whsec_'], 'whsec_[A-Za-z0-9+/]{24,4000}={0,2}'),
  key('Google API key', ['aiza'], `AIza${wrapped(DASHED, 35)}`),
  token('Google token', ['ya29.', 'gocspx-'], String.raw`(?:ya29\.[A-Za-z0-9_.-]{20,2000}|GOCSPX-[A-Za-z0-9_-]{20,100})`),
  token('Google token', ['1//0'], '1//0[A-Za-z0-9_-]{40,200}'),
  key('Anthropic key', ['sk-ant-'], `sk-ant-${DASHED}{20,4000}`),
  { ...key('OpenAI key', ['sk-'], 'sk-[A-Za-z0-9_-]{20,4000}'), check: looksRandom },
  {
    ...key(
      'key of an AI service',
      ['gsk_', 'xai-', 'pplx-', 'csk-', 'r8_', 'tvly-', 'lsv2_', 'e2b_', 'nvapi-', 'absk'],
      `(?:(?:gsk|r8)_${WORD}{32,200}|(?:xai|pplx|csk)-${WORD}{32,200}|(?:tvly|nvapi)-${DASHED}{20,200}|lsv2_(?:pt|sk)_${HEX}{32}_${HEX}{10}|e2b_${HEX}{40}|ABSK[A-Za-z0-9+/]{80,400}={0,2})`,
    ),
    check: looksRandom,
  },
  token('npm token', ['npm_'], `npm_${WORD}{36,64}`),
  token('Hugging Face token', ['hf_', 'api_org_'], `(?:hf|api_org)_${WORD}{30,100}`),
  token('PyPI token', ['pypi-'], 'pypi-[A-Za-z0-9_-]{50,500}'),
  {
    ...token(
      'token of a registry',
      ['dckr_', 'rubygems_', 'oy2', 'akcp', 'cio'],
      `(?:dckr_[op]at_${DASHED}{20,80}|rubygems_${HEX}{48}|oy2[a-z0-9]{43}(?![A-Za-z0-9])|AKCp${WORD}{60,80}|cio${WORD}{32}(?![A-Za-z0-9]))`,
    ),
    check: looksRandom,
  },
  {
    ...token(
      'token of a cloud service',
      [
        'hvs.',
        'hvb.',
        'hvr.',
        'dapi',
        'tskey-',
        'pscale_',
        'sbp_',
        'sb_secret_',
        'dp.',
        'fm1_',
        'fm2_',
        'pul-',
        '.atlasv1.',
        'hrku-',
        'nfp_',
        'ltai',
        'glsa_',
        'glc_',
        'nrak-',
        'dt0',
        'q~',
      ],
      [
        String.raw`hv[sbr]\.[A-Za-z0-9_-]{24,300}`,
        `dapi${HEX}{32}`,
        'tskey-[a-z]{2,12}-[A-Za-z0-9-]{20,100}',
        'pscale_(?:tkn|pw|oauth|app)_[A-Za-z0-9_.=-]{32,64}',
        `sbp_${HEX}{40}`,
        `sb_secret_${DASHED}{20,80}`,
        String.raw`dp\.(?:pt|st|sa|ct|scim|audit)\.[A-Za-z0-9._-]{40,80}`,
        'fm[12][ar]?_[A-Za-z0-9+/=,_-]{60,2000}',
        `pul-${HEX}{40}`,
        String.raw`[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}`,
        `HRKU-${DASHED}{36,80}`,
        `nfp_${WORD}{36}`,
        `LTAI${WORD}{17,21}(?![A-Za-z0-9])`,
        `glsa_${WORD}{32}_[A-Fa-f0-9]{8}`,
        'glc_[A-Za-z0-9+/]{32,400}={0,2}',
        'NRAK-[A-Z0-9]{27}',
        String.raw`dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}`,
        String.raw`[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}`,
      ].join('|'),
    ),
    check: looksRandom,
  },
  {
    ...token(
      'token of a service',
      [
        'lin_',
        'figd_',
        'ntn_',
        'secret_',
        'atatt3',
        'atctt3',
        'atbb',
        'pmak-',

        'sntry',
        'shpat_',
        'shpca_',
        'shppa_',
        'shpss_',
        'sq0',
        'key-',
        '-us',

        'xkeysib-',
        'bkua_',
        'ccipat_',
        'ccipr',
        'phx_',
      ],
      [
        `lin_(?:api|oauth)_${WORD}{32,80}`,
        `figd_${DASHED}{30,80}`,
        `ntn_${WORD}{40,60}`,
        `secret_${WORD}{43}(?![A-Za-z0-9])`,
        'AT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{20,300}',
        `PMAK-${HEX}{24}-${HEX}{34}`,
        'sntry[su]_[A-Za-z0-9+/=_-]{40,400}',
        `shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`,
        `sq0[a-z]{3}-${DASHED}{22,60}`,
        `key-${HEX}{32}(?![0-9a-f])`,
        `${HEX}{32}-us\\d{1,2}(?![\\w-])`,
        `xkeysib-${HEX}{64}-${WORD}{16}`,
        `bkua_${HEX}{40}`,
        `CCIP(?:AT|RJ)_${WORD}{16,30}_${HEX}{40}`,
        `phx_${WORD}{40,60}`,
      ].join('|'),
    ),
    check: looksRandom,
  },
  token('Airtable token', ['pat'], String.raw`pat[A-Za-z0-9]{14}\.${HEX}{64}`),
  { ...token('Resend key', ['re_'], `re_${WORD}{8}_${WORD}{20,40}`), check: looksRandom },
  token('SendGrid key', ['sg.'], String.raw`SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}`),
  key('Twilio key', ['sk'], `SK${HEX}{32}(?![0-9A-Za-z])`),
  token('JSON web token', ['eyj'], String.raw`eyJ[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,16000}\.[A-Za-z0-9_-]{0,4000}`),
  // The same within base64, as in a secret of Kubernetes.
  token('JSON web token', ['zxlk'], 'ZXlK[A-Za-z0-9+/]{60,24000}={0,2}'),
];
