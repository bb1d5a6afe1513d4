import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programEnvironment } from '../ledger/testing/program-environment.ts';

const ROOT = join(import.meta.dirname, '..');

/** What nobody should type behind a command, each as its parts. */
const WRONG: Readonly<Record<string, readonly (readonly string[])[]>> = {
  start: [['--port', '4000']],
  'start:chain': [['4000']],
  dev: [['--port', '4000']],
  audit: [
    ['verify', 'ledger.ndjson', '--nonsense'],
    ['verify', 'ledger.ndjson', '--key'],
    ['verify', 'ledger.ndjson', 'another.ndjson'],
    ['toString', 'ledger.ndjson'],
  ],
  advisories: [['everything']],
  bench: [
    ['--nonsense'],
    ['append', '--before'],
    ['append', '--users', '3'],
    ['audit', '-3'],
    ['dashboard', '--users', '1e9x'],
    ['http', '--users', '0x10'],
    ['http', '--in-flight', '1,,16'],
    ['http', '--seconds', '-3'],
    ['idle', '--seconds', ''],
    ['lists', '--in-flight', '1e9x'],
    ['long-stream', '10'],
    ['mass-acts', '--users', '-3'],
    ['moments', '0x10'],
    ['pages', '0x3'],
    ['raffle', '--winners', 'many'],
    ['rank', '1e9x'],
    ['replay', '--lived', '0'],
    ['verify', '0x10'],
  ],
  scale: [['--nonsense'], ['--users', 'many']],
  demo: [['--nonsense'], ['--users', 'many']],
  'test:deployed': [['everything']],
  fuzz: [['--nonsense'], ['--seconds', 'many'], ['60']],
  sabotage: [['--nonsense'], ['--only', 'nothing'], ['--limit', 'long']],
  mutate: [['--nonsense'], ['everything'], ['contracts', 'nowhere.ts']],
  simulate: [['--nonsense'], ['--seeds', 'many']],
  eventstore: [
    ['--nonsense'],
    ['--file', ''],
    ['--port', 'http'],
    ['verify', 'copy.sqlite'],
    ['verify', '--port', '0'],
    ['backup'],
    ['import', 'ledger.ndjson'],
  ],
  witness: [['--nonsense'], ['--log'], ['--log', 'nobody', '--name', 'w.example'], ['ledger']],
  'notary-key': [['--nonsense'], ['show'], ['replace', 'now'], ['replace', '--file', '']],
  ops: [['nonsense'], ['doctor', '--nonsense'], ['backup', '--keys'], ['restore', 'one', 'two']],
  'read-models': [['--nonsense'], ['balances']],
};

/** What `npm run` starts of this program: each name with the file and what stands before and behind it. */
async function commandsOfPackage(): Promise<Map<string, readonly string[]>> {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  );
  const commands = new Map<string, readonly string[]>();
  for (const [name, line] of Object.entries(scripts)) {
    const [, flags = '', file] = /^node ((?:--\S+ )*)(\S+\.ts)$/.exec(line) ?? [];
    if (file !== undefined) commands.set(name, [...flags.split(' ').filter(Boolean), join(ROOT, file)]);
  }
  return commands;
}

let commands: ReadonlyMap<string, readonly string[]>;
let folder: string;
beforeAll(async () => {
  commands = await commandsOfPackage();
  folder = await mkdtemp(join(tmpdir(), 'evo-typed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const AT_ONCE = 7;

/** Of a command that runs in an empty folder. One that begins what it should not is ended after a minute. */
function run(
  name: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<{ code: unknown; out: string; err: string }> {
  const options = {
    cwd: folder,
    env: { ...programEnvironment(), TMPDIR: folder, ...settings },
    timeout: 60_000,
  };
  return new Promise((resolve) => {
    const all = [...(commands.get(name) ?? []), ...args];
    execFile(process.execPath, all, options, (error, out, err) =>
      resolve({ code: error === null ? 0 : (error.code ?? error.signal), out, err }),
    );
  });
}

test('each command of the program is among those that are told wrong here, but that whose options are the runner’s own', () => {
  expect([...commands.keys()].toSorted()).toEqual([...Object.keys(WRONG), 'test:compose'].toSorted());
});

test.each(Object.entries(WRONG))(
  'npm run %s that is told wrong says in one line what is wrong and where its help is, ends with 2, and begins nothing',
  async (name, wrong) => {
    const ends: Awaited<ReturnType<typeof run>>[] = [];
    // More at once would load whole programs for longer than one may take.
    for (let from = 0; from < wrong.length; from += AT_ONCE)
      ends.push(...(await Promise.all(wrong.slice(from, from + AT_ONCE).map((args) => run(name, args)))));
    for (const [index, { err, ...ended }] of ends.entries()) {
      const typed = JSON.stringify(wrong[index]);
      expect(ended, `${typed}: ${err}`).toEqual({ code: 2, out: '' });
      expect(err, typed).toMatch(
        new RegExp(`^[^\\n]{5,}[^.] \\(npm run ${name} -- --help says what there is\\)\\n$`),
      );
    }
    expect(await readdir(folder)).toEqual([]);
  },
);

test.each(Object.keys(WRONG))('npm run %s -- --help says what there is, and begins nothing', async (name) => {
  for (const asked of [['--help'], ['-h'], ['--nonsense', '--help']]) {
    const { out, ...ended } = await run(name, asked);
    expect(ended, asked.join(' ')).toEqual({ code: 0, err: '' });
    expect(out).toMatch(name === 'start' ? /npm start/ : new RegExp(`npm run ${name}\\b`));
  }
  expect(await readdir(folder)).toEqual([]);
});

const BENCHES = globSync('{ledger,projector,api,ui}/bench/*.bench.ts', { cwd: ROOT }).map((path) =>
  basename(path, '.bench.ts'),
);

test.each(BENCHES)('npm run bench -- %s --help says how it is asked, and measures nothing', async (name) => {
  const { out, ...ended } = await run('bench', [name, '--help']);
  expect(ended).toEqual({ code: 0, err: '' });
  expect(out).toMatch(new RegExp(`^npm run bench -- ${name}\\b`));
  expect(await readdir(folder)).toEqual([]);
});

test('a bench that is told wrong seconds by BENCH_SECONDS says so, and measures nothing', async () => {
  const { err, ...ended } = await run('bench', ['rank'], { BENCH_SECONDS: '0x10' });
  expect(ended).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^BENCH_SECONDS is a number from [^\n]*\n$/);
});

test('the projector says what there is where it is asked, and ends with 2 where it is told wrong', async () => {
  commands = new Map([...commands, ['projector', [join(ROOT, 'projector/main.ts')]]]);
  for (const asked of [['--help'], ['-h'], ['rebuild', '--help']]) {
    const { out, ...ended } = await run('projector', asked);
    expect(ended, asked.join(' ')).toEqual({ code: 0, err: '' });
    expect(out).toContain('node projector/main.ts rebuild');
  }
  for (const wrong of [
    ['nonsense'],
    ['rebuild', 'now'],
    ['--accept-differences'],
    ['rebuild', '--nonsense'],
  ]) {
    const { err, ...ended } = await run('projector', wrong);
    expect(ended, wrong.join(' ')).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^[^\n]{5,}[^.] \(node projector\/main.ts --help says what there is\)\n$/);
  }
});
