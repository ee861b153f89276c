import { createHash } from 'node:crypto';
import { type BubTool, BubWriter, pythonLines, type Spilled, spill } from './bub-writer.ts';
import { between, pick, share } from './seeded.ts';
import { written } from './written.ts';

/** The Bub samples: the keepers' paper logbook becomes a table, and a handoff loses what was agreed. */

const WORKSPACE = '/home/ines/src/logbook';
const SESSION = 'cli:local';
const STAMP = '20260406T184210Z';

const half = (text: string): string => createHash('md5').update(text).digest('hex').slice(0, 16);

const NAME = `${half(WORKSPACE)}__${half(SESSION)}.jsonl`;

const SYSTEM =
  'You are Bub. You work in the folder that you are given, with the tools that you are given. Read before you write. Keep notes in anchors: what is behind the last anchor is what you will remember. Say what you have done and what you have not.';

const fsRead = (path: string, output: string): BubTool => ({ name: 'fs_read', input: { path: `${WORKSPACE}/${path}` }, output });
const fsWrite = (path: string, content: string): BubTool => ({
  name: 'fs_write',
  input: { path: `${WORKSPACE}/${path}`, content },
  output: `wrote ${content.length} characters to ${path}`,
});
const bash = (cmd: string, output: string): BubTool => ({ name: 'bash', input: { cmd, cwd: WORKSPACE }, output });
const failed = (tool: BubTool, message: string): BubTool => ({ ...tool, output: { kind: 'tool', message, details: { exit_code: 1 } } });

/** The tapes, by path below `tapes/`. */
export function logbookTapes(): Map<string, string> {
  const output = spill('ocr 1987', 'bash', scans(1987, 420), Date.UTC(2026, 3, 7, 6, 20));
  return new Map([
    [NAME, pythonLines(tape(output).entries)],
    [`${NAME}.${STAMP}.bak`, pythonLines(archive().entries)],
    [NAME.replace('.jsonl', '__sidecar__spill.jsonl'), pythonLines(output.entries)],
  ]);
}

function tape(spilled: Spilled): BubWriter {
  const t = new BubWriter('logbook', Date.UTC(2026, 3, 7, 6, 2), SYSTEM);
  t.handoff('session/start', { owner: 'human', archived: `/home/ines/.bub/tapes/${NAME}.${STAMP}.bak` });
  columns(t);
  t.wait(900);
  t.handoff('phase/columns', { summary: COLUMNS });
  t.command(`tape.handoff name=phase/columns summary="${COLUMNS}"`, 'anchor added: phase/columns');
  forgotten(t, spilled);
  remembered(t);
  overflow(t);
  return t;
}

const COLUMNS =
  'Agreed with Ines: columns are moment (UTC), lock, vessel, draught_m, remark. Draught in metres with a point; the books write decimetres. Times in the books are local and before 1977 without summer time. A word that cannot be read becomes ?? and keeps its page.';

function columns(t: BubWriter): void {
  t.turn(
    "Under scans/ lies the keepers' logbook, page by page as text from the scanner. Make a table of it. Begin with 1962 and ask me what you cannot know.",
    [
      {
        tools: [
          bash(
            'ls scans | head; ls scans | wc -l',
            '1962-01.txt\n1962-02.txt\n1962-03.txt\n1962-04.txt\n1962-05.txt\n1962-06.txt\n1962-07.txt\n1962-08.txt\n1962-09.txt\n1962-10.txt\n311',
          ),
          fsRead('scans/1962-01.txt', scans(1962, 46)),
        ],
      },
      { tools: [fsRead('scans/1962-02.txt', scans(1963, 44)), failed(fsRead('scans/README.txt', ''), 'no such file: scans/README.txt')] },
      {
        say: 'The pages are regular: time, ship, draught, remark. Four things I cannot know: whether 24 is a draught in decimetres, which clock the times are on, what lock the book belongs to, and what to do with words that the scanner could not read.',
      },
    ],
  );
  t.turn(
    'Decimetres, yes. Local time, and before 1977 there was no summer time. The books are lock 2 unless the page says otherwise. Unreadable words become ?? and keep their page number. Columns: moment in UTC, lock, vessel, draught in metres, remark.',
    [
      {
        tools: [
          fsWrite('read_page.py', READ_PAGE),
          bash('python read_page.py scans/1962-01.txt | head -40', table(1962, 40, 'moment,lock,vessel,draught_m,remark')),
        ],
      },
      { tools: [bash('python read_page.py scans/1962-*.txt > 1962.csv; wc -l 1962.csv; grep -c "??" 1962.csv', '4183 1962.csv\n37')] },
      {
        say: '1962 is done: 4,182 passages, 37 words that nobody can read, each with its page. The winter of 1963 looks the same; 1987 was written by another hand and I have not tried it.',
      },
    ],
  );
}

/** The next turn begins behind the anchor, and so without what the anchor says. */
function forgotten(t: BubWriter, { preview, handle, chars }: Spilled): void {
  t.turn('Now 1987, please. Same table.', [
    { tools: [bash('cat scans/1987-*.txt', preview)] },
    { tools: [bash('ls *.csv read_page.py', '1962.csv\nread_page.py'), fsWrite('read_1987.py', READ_1987)] },
    { tools: [bash('python read_1987.py > 1987.csv; head -30 1987.csv', table(1987, 30, 'time;ship;draught;note'))] },
    {
      say: 'Done: 1987.csv has 3,906 rows with the columns time, ship, draught and note. Times are as the book has them, draughts are in the unit of the page.',
    },
  ]);
  t.event('spill.write', { handle, tool: 'bash', chars }, { context: false });
  t.turn('That is not the same table. Look at 1962.csv. What do you remember of what we agreed?', [
    { tools: [bash('head -5 1962.csv', table(1962, 4, 'moment,lock,vessel,draught_m,remark'))] },
    {
      say: 'Nothing of it: my context begins behind the anchor phase/columns, and what the anchor says is not in it. From the file I see moment, lock, vessel, draught_m, remark; moments end in Z, draughts have a point. Why the first column is an hour behind the book, I can only guess.',
    },
  ]);
  t.turn(
    'Then I say it once more, and you write it down where you keep it: UTC, summer time only since 1977, decimetres to metres, lock 2, ?? with its page.',
    [
      {
        tools: [
          {
            name: 'tape_handoff',
            input: { name: 'phase/rules', summary: RULES },
            output: 'anchor added: phase/rules',
            during: (tape) => tape.handoff('phase/rules', { summary: RULES }),
          },
        ],
      },
      { say: 'Written down. This time the call itself stands behind the anchor, so I will still see it tomorrow.' },
    ],
  );
}

const RULES =
  'Columns moment (UTC), lock, vessel, draught_m, remark. Local times, summer time only since 1977. Decimetres to metres. Lock 2 unless the page says otherwise. Unreadable word: ?? with its page.';

function remembered(t: BubWriter): void {
  t.turn('1987 again, then.', [
    { tools: [bash('rm 1987.csv read_1987.py; cat read_page.py', READ_PAGE)] },
    {
      tools: [
        fsWrite('read_page.py', READ_PAGE.replace('OFFSET = 1', 'OFFSET = 1  # two in summer, since 1977')),
        failed(
          bash('python read_page.py scans/1987-03.txt | head', ''),
          'ValueError: scans/1987-03.txt:211: "29 maart 02.15" was left out when the clocks changed',
        ),
      ],
    },
    {
      tools: [
        fsRead('scans/1987-03.txt', scans(1987, 60)),
        bash(
          'sed -n "205,215p" scans/1987-03.txt',
          '29 maart  01.40  Trijntje        21  \n29 maart  02.15  Waterwolf       18  klok vergeten\n29 maart  03.20  Albatros        24  ',
        ),
      ],
    },
    {
      say: 'On 29 March 1987 the keeper wrote 02.15 and beside it *klok vergeten*: he forgot to put the clock forward. I take 02.15 for the old time, which is 01:15 UTC, and keep his remark.',
    },
  ]);
  t.turn('Good man. Keep it so. Go on with all of the eighties.', [
    {
      tools: [
        bash(
          'for y in 1980 1981 1982 1983 1984; do python read_page.py scans/$y-*.txt > $y.csv; wc -l $y.csv; done',
          '3988 1980.csv\n4021 1981.csv\n3877 1982.csv\n3954 1983.csv\n4102 1984.csv',
        ),
      ],
    },
    {
      tools: [
        bash(
          'for y in 1985 1986 1987 1988 1989; do python read_page.py scans/$y-*.txt > $y.csv; wc -l $y.csv; done',
          '4066 1985.csv\n3931 1986.csv\n3907 1987.csv\n3870 1988.csv\n3795 1989.csv',
        ),
        bash('head -60 1985.csv', table(1985, 60, 'moment,lock,vessel,draught_m,remark')),
      ],
    },
    { error: { kind: 'temporary', message: 'upstream connect error or disconnect/reset before headers' } },
    { say: 'The eighties are done: ten files, 39,501 passages. The call in between failed and was made again; nothing was written twice.' },
  ]);
}

function overflow(t: BubWriter): void {
  t.turn('Put all of them into one file and tell me the busiest day.', [
    { tools: [bash('cat 19*.csv', table(1984, 260, 'moment,lock,vessel,draught_m,remark'))] },
    { error: { kind: 'invalid_input', message: 'context_length_exceeded: 131,418 tokens' } },
  ]);
  t.handoff('auto_handoff/context_overflow', { reason: 'context_length_exceeded', error: 'context_length_exceeded: 131,418 tokens' });
  t.event('loop.step', { step: 2, elapsed_ms: 120, status: 'auto_handoff' });
  t.turn('Put all of them into one file and tell me the busiest day.', [
    {
      tools: [
        bash(
          'head -1 1962.csv > all.csv; tail -qn +2 19*.csv >> all.csv; tail -n +2 all.csv | cut -c1-10 | sort | uniq -c | sort -rn | head -5',
          '     61 1984-07-14\n     58 1986-07-12\n     57 1984-07-21\n     57 1981-07-18\n     55 1989-07-15',
        ),
      ],
    },
    {
      say: 'One file, all.csv, 43,683 passages. The busiest day was Saturday 14 July 1984 with 61 passages through lock 2. I counted days in UTC; on the harbour clock it may be a passage more or less.',
    },
  ]);
}

/** The tape before the last reset. */
function archive(): BubWriter {
  const t = new BubWriter('logbook before', Date.UTC(2026, 3, 6, 17, 5), SYSTEM);
  t.handoff('session/start', { owner: 'human' });
  t.turn('Which program reads the handwriting of old logbooks best? We have 311 pages.', [
    { tools: [bash('which tesseract kraken; ls ~/scans | wc -l', '/usr/bin/tesseract\n311')] },
    {
      say: 'tesseract is installed; it reads print well and handwriting badly. For a book in few hands a trained kraken model does better. I would train it on twenty pages and look at ten others before deciding.',
    },
  ]);
  t.turn('Twenty pages are ready under train/.', [
    {
      tools: [
        bash(
          'ls train | wc -l; ketos train train/*.xml -o hand',
          'epoch 1  0.71\nepoch 6  0.88\nepoch 14 0.94\nepoch 19 0.95\nbest model hand_19.mlmodel (0.951)',
        ),
      ],
    },
    { tools: [bash('ketos test -m hand_19.mlmodel held-out/*.xml', 'characters 0.948  words 0.871  ten pages')] },
    {
      say: '95 of 100 characters on pages that it has not seen, 87 of 100 words. Numbers are better than names. That is enough for a table if the unreadable words stay marked.',
    },
  ]);
  t.turn('Then read all 311 in the night.', [
    { tools: [bash('nohup ketos ocr -m hand_19.mlmodel -o scans/ pages/*.png > ocr.log & echo started', 'started')] },
    { say: 'Started; about nine hours. I write to ocr.log and touch nothing else.' },
  ]);
  t.command('tape.reset archive=true', `Archived: /home/ines/.bub/tapes/${NAME}.${STAMP}.bak`);
  return t;
}

const SHIPS = ['Maartje', 'Noordster', 'Trijntje', 'Waterwolf', 'Albatros', 'Linquenda', 'Eendracht', 'Vrouwe Anna', 'De Hoop', 'Johanna'];
const REMARKS = ['', '', '', '', 'mist', 'sleep', 'ijs', 'wacht op water', '??'];

/** A page as the scanner reads it. */
function scans(year: number, rows: number): string {
  const head = `[page ${between(`page ${year}`, 3, 90)}]  ${year}   SLUIS 2`;
  const lines = Array.from({ length: rows }, (_, at) => {
    const key = `${year} ${at}`;
    const time = `${String(Math.floor((at * 24) / rows)).padStart(2, '0')}.${between(`m ${key}`, 1, 5)}${between(`n ${key}`, 0, 9)}`;
    return `${String(1 + Math.floor(at / 16)).padStart(2)} maart  ${time}  ${pick(`ship ${key}`, SHIPS).padEnd(14)}  ${between(`draught ${key}`, 11, 29)}  ${pick(`remark ${key}`, REMARKS)}`.trimEnd();
  });
  return [head, ...lines].join('\n');
}

/** The first rows of a table. */
function table(year: number, rows: number, head: string): string {
  const mark = head.includes(';') ? ';' : ',';
  const lines = Array.from({ length: rows }, (_, at) => {
    const key = `${year} ${at}`;
    const moment = `${year}-03-${String(1 + Math.floor(at / 16)).padStart(2, '0')}T${String((at * 3) % 24).padStart(2, '0')}:${between(`m ${key}`, 1, 5)}0Z`;
    const draught = (1.1 + share(`draught ${key}`) * 1.8).toFixed(1);
    return (
      mark === ','
        ? [moment, '2', pick(`ship ${key}`, SHIPS), draught, pick(`remark ${key}`, REMARKS)]
        : [
            moment.slice(11, 16).replace(':', '.'),
            pick(`ship ${key}`, SHIPS),
            Math.round(Number(draught) * 10),
            pick(`remark ${key}`, REMARKS),
          ]
    ).join(mark);
  });
  return [head, ...lines].join('\n');
}

const READ_PAGE = written('read_page.py');

const READ_1987 = written('read_1987.py');
