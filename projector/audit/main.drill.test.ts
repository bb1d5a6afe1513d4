import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Receipt } from '../../contracts/api/ledger-seals.ts';
import { auditLedger } from '../../ledger/audit/audit-ledger.ts';
import { exportLines } from '../../ledger/audit/export/export-lines.ts';
import type { AuditedEvent } from '../../ledger/audit/rules/rule.ts';
import { openLedger } from '../../ledger/audit/sources/open.ts';
import { exportText } from '../../ledger/audit/testing/audit-text.ts';
import { entryOf, keyTextOf, notaryOf, ORIGIN, sealed } from '../../ledger/audit/testing/seal-ledger.ts';
import { mixedLedger, simulatedLedger } from '../../ledger/audit/testing/simulated-ledger.ts';
import { startEmbeddedEventStore } from '../../ledger/embedded/start.ts';
import type { ExportedEvent } from '../../ledger/proof/audit/exported-event.ts';
import { bytesToHex } from '../../ledger/proof/bytes.ts';
import { checkpointText } from '../../ledger/proof/checkpoint.ts';
import { merkleTree } from '../../ledger/proof/merkle.ts';
import { COSIGNATURE_V1, formatNote, signText, verifierKeyOf } from '../../ledger/proof/signed-note.ts';
import { LIVE_SCHEMA } from '../database.ts';
import { raiseEpoch } from '../progress/checkpoint.ts';
import { writeBatch } from '../progress/write-batch.ts';
import { startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { auditCommand } from './audit-command.ts';
import { openReadModelAudit } from './read-model-audit.ts';

let folder: string;
let file: (name: string) => string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-audit-cli-'));
  file = (name) => join(folder, name);
  const plain = await mixedLedger(['RaffleDrawn', 'RewardReserved', 'RewardsClaimed'], 60);
  await writeFile(file('ledger.ndjson'), await exportText(sealed(plain, notaryOf('true'), 10)));
  await writeFile(
    file('fork.ndjson'),
    await exportText(sealed(plain.slice(0, -11), notaryOf('another'), 10)),
  );
});
afterAll(() => rm(folder, { recursive: true }));

const PROGRAM = new URL('./main.ts', import.meta.url).pathname;

/** What the command says, and its exit code. */
async function audit(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said: Record<'out' | 'err', unknown[]> = { out: [], err: [] };
  const code = await auditCommand(args, {
    say: (text) => said.out.push(text),
    tell: (text) => said.err.push(text),
  });
  return { code, out: said.out.join('\n'), err: said.err.join('\n') };
}

/** The same of the command as a process of its own. */
function auditProcess(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, out, err) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, out, err });
    });
  });
}

test('as a process it ends with its code, says what was asked for on standard output, and what is wrong on standard error', async () => {
  const text = await readFile(file('ledger.ndjson'), 'utf8');
  await writeFile(file('changed.ndjson'), text.replace('"source":"wallet"', '"source":"email"'));
  const [sound, unsound, none] = await Promise.all([
    auditProcess('verify', file('ledger.ndjson'), '--json'),
    auditProcess('verify', file('changed.ndjson')),
    auditProcess('verify', file('nothing')),
  ]);
  const howFar = expect.stringMatching(/^(\d+ events, \d+ a second(, \d+ s left)?\n)*$/);
  expect(sound).toMatchObject({ code: 0, err: howFar });
  expect(JSON.parse(sound.out)).toMatchObject({ verdict: 'sound' });
  expect(unsound).toMatchObject({ code: 1, out: expect.stringContaining('NOT SOUND'), err: howFar });
  expect(none).toMatchObject({ code: 2, out: '', err: expect.stringContaining(file('nothing')) });
});

test('without a name of the ledger it is that of the data folder, also where the setting is handed on empty', async () => {
  const env = { ...process.env, DATA_DIR: '' };
  const { err } = await new Promise<{ err: string }>((resolve) => {
    const args = [PROGRAM, 'export', file('none.ndjson')];
    execFile(process.execPath, args, { cwd: folder, env }, (_error, _out, err) => resolve({ err }));
  });
  expect(err).toContain('./data/ledger.sqlite');
});

test('the name of the ledger in the place of that of its export ends with 2, and the ledger stays', async () => {
  const own = file('own.sqlite');
  await writeFile(own, 'SQLite format 3\0');
  const mistyped = await audit('export', own, '--from', file('ledger.ndjson'));
  expect(mistyped).toMatchObject({ code: 2, out: '', err: expect.stringContaining('is no export') });
  expect(await readFile(own, 'utf8')).toBe('SQLite format 3\0');
});

test('a sound ledger ends with 0 and its figures, and its checkpoint stands for it from then on', async () => {
  const sound = await audit('verify', file('ledger.ndjson'), '--json');
  expect(sound).toMatchObject({ code: 0 });
  const { figures } = JSON.parse(sound.out);
  expect(figures).toMatchObject({ accounts: expect.any(Number), checkpoint: expect.any(String) });
  await writeFile(file('kept.txt'), figures.checkpoint);
  const [again, fork, judged] = await Promise.all([
    audit('verify', file('ledger.ndjson'), '--since', file('kept.txt')),
    audit('verify', file('fork.ndjson'), '--checkpoint', file('kept.txt')),
    audit('verify', file('fork.ndjson'), '--since', file('kept.txt')),
  ]);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('were judged before') });
  expect(fork).toMatchObject({ code: 1, out: expect.stringContaining('NOT SOUND') });
  // Its rules were judged before only where the root is the one of then.
  expect(judged).toMatchObject({ code: 1, out: expect.stringContaining('NOT SOUND') });
});

test('of an export that was asked for the first events alone it is said that the ledger may have more', async () => {
  const text = await readFile(file('ledger.ndjson'), 'utf8');
  const events = text.split('\n').length - 3;
  const known: string[] = [];
  for (const to of [40, events + 1]) {
    const source = await openLedger(file('ledger.ndjson'));
    let part = '';
    for await (const piece of exportLines(source.pages(), { from: 0, to })) part += piece;
    await source.close();
    await writeFile(file(`first-${to}.ndjson`), part);
    const { code, out } = await audit('verify', file(`first-${to}.ndjson`), '--json');
    expect(code).toBe(0);
    known.push(...JSON.parse(out).assumed.filter((assumed: string) => assumed.includes('has no more')));
  }
  // Where there were fewer than were asked for, it has them all.
  expect(known).toEqual(['That the ledger has no more: the export was asked for its first 40 events alone.']);
  expect(await audit('import', file('first-40.ndjson'), '--into', file('part'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('may have more: the export was asked for its first 40 events alone'),
  });
});

test('an export of the first events says nothing of a checkpoint of more: it ends with 2, and one that lost its end with 1', async () => {
  const text = await readFile(file('ledger.ndjson'), 'utf8');
  const lines = text.trimEnd().split('\n');
  await writeFile(file('of-all.txt'), JSON.parse(lines.at(-1) ?? '').checkpoint);
  const events = lines.slice(1, 31).map((line): ExportedEvent => JSON.parse(line));
  const first = async function* () {
    yield events;
  };
  const ends: { code: number; out: string; err: string }[] = [];
  for (const to of [30, null]) {
    let part = '';
    for await (const piece of exportLines(first(), { from: 0, to })) part += piece;
    await writeFile(file('of-some.ndjson'), part);
    ends.push(await audit('verify', file('of-some.ndjson'), '--checkpoint', file('of-all.txt')));
  }
  expect(ends[0]).toMatchObject({ code: 2, err: expect.stringContaining('asked for its first 30 alone') });
  expect(ends[1]).toMatchObject({ code: 1, out: expect.stringContaining('was taken away') });
});

test('an export of the first events that ends before the seals of a key says nothing of it: it ends with 2, and all of a ledger without it with 1', async () => {
  const lines = (await readFile(file('ledger.ndjson'), 'utf8')).trimEnd().split('\n');
  const events = lines.slice(1, -1).map((line): ExportedEvent => JSON.parse(line));
  const [first = '', second = ''] = notaryOf('true').map(keyTextOf);
  const numbersOf = (type: string) =>
    events.flatMap((event, number) => (event.type === type ? [number] : []));
  const [set = 0, handedOver = 0] = numbersOf('NotaryKeySet');
  const seals = numbersOf('LedgerSealed');
  const signed = seals.find((number) => number > handedOver) ?? 0;
  const verify = async (key: string, count: number, to: number | null) => {
    const part = async function* () {
      yield events.slice(0, count);
    };
    let text = '';
    for await (const piece of exportLines(part(), { from: 0, to })) text += piece;
    await writeFile(file('of-a-key.ndjson'), text);
    return audit('verify', file('of-a-key.ndjson'), '--key', key);
  };
  const before: [string, number][] = [
    [first, set],
    [first, set + 1],
    [second, handedOver],
    [second, handedOver + 1],
  ];
  for (const [key, count] of before) {
    const said = expect.stringContaining(`asked for its first ${count} alone`);
    expect(await verify(key, count, count)).toMatchObject({ code: 2, err: said });
    expect(await verify(key, count, null)).toMatchObject({ code: 1 });
  }
  for (const [key, count] of [[first, (seals[0] ?? 0) + 1] as const, [second, signed + 1] as const])
    expect(await verify(key, count, count)).toMatchObject({ code: 0 });
});

test('of an export with seals whose last line has no checkpoint that is said', async () => {
  const lines = (await readFile(file('ledger.ndjson'), 'utf8')).trimEnd().split('\n');
  const end = { ...JSON.parse(lines.at(-1) ?? ''), checkpoint: null };
  await writeFile(file('bare.ndjson'), `${lines.with(-1, JSON.stringify(end)).join('\n')}\n`);
  const [bare, json] = [
    await audit('verify', file('bare.ndjson')),
    await audit('verify', file('bare.ndjson'), '--json'),
  ];
  expect(bare).toMatchObject({ code: 0, out: expect.stringContaining('it has no checkpoint') });
  expect(JSON.parse(json.out).assumed).toContainEqual(expect.stringContaining('it has no checkpoint'));
  // Of a ledger without a seal there is none.
  const unsealed = await exportText((await simulatedLedger(16, 60)).slice(0, 5));
  await writeFile(file('unsealed.ndjson'), unsealed);
  expect(await audit('verify', file('unsealed.ndjson'))).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('it has no checkpoint'),
  });
});

test('what is known from elsewhere, the key, the origin and the super admin, has to be that of the ledger', async () => {
  const keyOf = (notary: string) => notaryOf(notary).slice(0, 1).map(keyTextOf).join();
  const verify = (...args: string[]) => audit('verify', file('ledger.ndjson'), '--json', ...args);
  const own = await verify('--key', keyOf('true'), '--origin', ORIGIN);
  expect(own).toMatchObject({ code: 0 });
  // What was given is assumed no more.
  const { figures } = JSON.parse(own.out);
  /** But for what the ledger has left open. */
  const assumedIn = ({ out }: { out: string }) =>
    (JSON.parse(out).assumed as string[]).filter((text) => !text.includes('so far'));
  expect(figures.superAdmin).toMatch(/^0x/);
  const always = [
    `That the last ${figures.size - figures.sealed} events stay: no seal holds them.`,
    'That 1500 EVO was the limit of rewards by hand a day, which is a setting (MAX_REWARDS_A_DAY).',
    expect.stringMatching(`^Of ${figures.raffles} raffles?: that nobody read our seed before`),
    expect.stringContaining('what was left out is in no event'),
    expect.stringContaining('elsewhere'),
  ];
  expect(assumedIn(own)).toEqual([
    expect.stringContaining('(--checkpoint)'),
    always[0],
    expect.stringContaining(`${figures.superAdmin} is the super admin`),
    ...always.slice(1),
  ]);
  await writeFile(file('known.txt'), figures.checkpoint);
  const known = ['--checkpoint', file('known.txt'), '--super-admin', figures.superAdmin];
  const [less, keyless] = await Promise.all([verify('--key', keyOf('true'), ...known), verify(...known)]);
  expect(assumedIn(less)).toEqual(always);
  expect(assumedIn(keyless)).toEqual([always[0], expect.stringContaining('(--key)'), ...always.slice(1)]);
  const others = [
    ['--key', keyOf('another')],
    ['--origin', 'another.example/ledger'],
    ['--super-admin', `0x${'9'.repeat(40)}`],
  ];
  const verdicts = await Promise.all(others.map((args) => verify(...args)));
  expect(verdicts.map(({ code, out }) => [code, JSON.parse(out).verdict])).toEqual(
    others.map(() => [1, 'unsound']),
  );
});

test('what is known from elsewhere and was mistyped says nothing of the ledger: it ends with 2', async () => {
  const key = notaryOf('true').slice(0, 1).map(keyTextOf).join();
  const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const mistyped = [
    ['--key', key.slice(0, -1)],
    ['--witness', key],
    ['--super-admin', wallet.slice(0, -1)],
    // Its checksum is another one.
    ['--former-super-admin', wallet.replace('aAeb', 'aaeb')],
  ] as const;
  const ends = await Promise.all(mistyped.map((args) => audit('verify', file('ledger.ndjson'), ...args)));
  for (const [index, { code, out, err }] of ends.entries()) {
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(mistyped[index]![1]);
  }
});

test('a check that a command does not make is not asked for in vain: it ends with 2', async () => {
  const publicKey = ed25519.getPublicKey(notaryOf('another')[0]!);
  const witness = verifierKeyOf('witness.example', publicKey, COSIGNATURE_V1);
  const ends = await Promise.all([
    audit('verify', file('ledger.ndjson'), '--witness', witness),
    audit('receipt', file('ledger.ndjson'), '--checkpoint', file('ledger.ndjson')),
    audit('export', file('none.ndjson'), '--moved'),
  ]);
  for (const [index, option] of ['--witness', '--checkpoint', '--moved'].entries()) {
    expect(ends[index]).toMatchObject({ code: 2, out: '' });
    expect(ends[index]?.err).toContain(`knows nothing of ${option}`);
  }
});

test('an altered one ends with 1 and the event; what is no ledger, and what is not there, with 2', async () => {
  const text = await readFile(file('ledger.ndjson'), 'utf8');
  await writeFile(file('altered.ndjson'), text.replace('"source":"wallet"', '"source":"email"'));
  const altered = await audit('verify', file('altered.ndjson'));
  expect(altered).toMatchObject({ code: 1, out: expect.stringContaining('AccountOpened at account-') });
  await writeFile(file('letter.txt'), 'Dear auditor\n');
  await writeFile(file('empty.ndjson'), await exportText([]));
  for (const args of [
    ['verify', file('letter.txt')],
    ['verify', file('empty.ndjson')],
    ['verify', file('nothing')],
    ['what', 'ever'],
    ['--nonsense'],
  ]) {
    expect(await audit(...args), args.join(' ')).toMatchObject({ code: 2, out: '' });
  }
});

/** The read models of the ledger, as its projector writes them. */
async function readModelsOf(ledger: string): Promise<TestReadModels> {
  const events: AuditedEvent[] = [];
  const source = await openLedger(ledger);
  await auditLedger(source, { onEvents: async (page) => void events.push(...page) });
  await source.close();
  const models = await startTestReadModels();
  const client = await models.pool.connect();
  await client.query(`set search_path to ${LIVE_SCHEMA}`);
  await writeBatch(client, LIVE_SCHEMA, await raiseEpoch(client), events);
  client.release(true);
  return models;
}

test('read models that are what the ledger gives end with 0; others with 3, what is missing and what is too much', async () => {
  const models = await readModelsOf(file('ledger.ndjson'));
  try {
    const { connectionString: address, pool } = models;
    const compared = ['verify', file('ledger.ndjson'), '--against', address, '--fold-in', address];
    // However its database writes times and bytes.
    const { rows } = await pool.query<{ name: string }>('select current_database() as name');
    for (const setting of ["timezone to 'Asia/Tokyo'", "datestyle to 'SQL, DMY'", "bytea_output to 'escape'"])
      await pool.query(`alter database ${rows[0]?.name} set ${setting}`);
    expect(await audit(...compared)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /\d+ tables of the read models hold, row for row, what the ledger gives at C:/,
      ),
    });
    await pool.query(
      `update ${LIVE_SCHEMA}.balances set balance = balance + 1 where account = 'program:issued'`,
    );
    const different = await audit(...compared);
    expect(different).toMatchObject({ code: 3, out: expect.stringContaining('DIFFER from the ledger at') });
    expect(different.out).toMatch(/balances: .*\n +missing \(program:issued,.*\n +surplus \(program:issued,/);
    expect(await audit(...compared, '--json')).toMatchObject({
      code: 3,
      out: expect.stringContaining('"verdict":"sound"'),
    });
  } finally {
    await models.stop();
  }
});

test('however short the transactions are that a database allows, its read models are compared to the end', async () => {
  const models = await readModelsOf(file('ledger.ndjson'));
  const { connectionString: address, pool } = models;
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  await pool.query(`alter database ${rows[0]?.name} set transaction_timeout to '1s'`);
  const compared = await openReadModelAudit(address, address);
  try {
    const source = await openLedger(file('ledger.ndjson'));
    await auditLedger(source, { onEvents: compared.fold });
    await source.close();
    // As where all of the ledger takes longer to be read.
    const isYoung = `select from pg_stat_activity
      where application_name = 'evo-audit' and datname = current_database() and xact_start > now() - interval '1.5 s'`;
    await expect.poll(async () => (await pool.query(isYoung)).rowCount).toBe(0);
    expect((await compared.compare()).differences).toEqual([]);
  } finally {
    await compared.close();
    await models.stop();
  }
});

/** A receipt of an event under a checkpoint of it alone, as the notary's first key signs it. */
async function receiptOf(isSealed: boolean): Promise<Receipt> {
  const [, line = ''] = (await readFile(file('ledger.ndjson'), 'utf8')).split('\n');
  const event: ExportedEvent = JSON.parse(line);
  const { position, id, type, stream, revision, data, metadata } = event;
  const content = { position, id, type, stream, revision, data, metadata };
  const [secret] = notaryOf('true');
  if (!secret) throw new Error('a notary has a key');
  const tree = merkleTree([entryOf(event)]);
  const text = checkpointText({ origin: ORIGIN, size: 1, root: tree.root });
  const checkpoint = formatNote({ text, signatures: [signText(text, ORIGIN, secret)] });
  return {
    format: 'evo-rewards-receipt/1',
    issuedAt: '2026-01-02T03:04:05.000Z',
    // Of a ledger: its data and metadata are objects.
    event: { ...content, hash: `sha256-jcs:${bytesToHex(entryOf(event))}` } as Receipt['event'],
    notaryKeys: [{ verifierKey: keyTextOf(secret), replaces: null }],
    inclusion: isSealed ? { index: 0, size: 1, root: bytesToHex(tree.root), path: [], checkpoint } : null,
  };
}

test('a receipt ends with 0 where a seal holds its event, with 2 before that, and with 1 where it does not hold', async () => {
  const [held, early] = [await receiptOf(true), await receiptOf(false)];
  const receipts = {
    held,
    early,
    altered: { ...held, event: { ...held.event, type: 'AccountRemoved' } },
    none: { format: 'a letter' },
    marked: held,
  };
  for (const [name, text] of Object.entries(receipts))
    await writeFile(file(`${name}.json`), `${name === 'marked' ? '\ufeff' : ''}${JSON.stringify(text)}`);
  const publicKey = ed25519.getPublicKey(notaryOf('another')[0]!);
  const witness = verifierKeyOf('witness.example', publicKey, COSIGNATURE_V1);
  const own = ['--key', held.notaryKeys[0]?.verifierKey ?? '', '--origin', ORIGIN];
  const answers = await Promise.all([
    audit('receipt', file('held.json')),
    audit('receipt', file('held.json'), ...own),
    audit('receipt', file('early.json')),
    audit('receipt', file('altered.json')),
    audit('receipt', file('none.json')),
    audit('receipt', file('held.json'), '--origin', 'another.example/ledger'),
    audit('receipt', file('held.json'), '--key', keyTextOf(notaryOf('another')[0]!)),
    audit('receipt', file('held.json'), '--witness', witness),
    // As an editor may keep it; a browser reads it so.
    audit('receipt', file('marked.json')),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 2, 1, 1, 1, 1, 1, 0]);
  const verdicts = ['in the ledger', 'in the ledger', 'not sealed yet'].concat(
    Array(5).fill('does not hold'),
    'in the ledger',
  );
  expect(answers.map(({ out }) => /^Verdict: (.*)\.$/m.exec(out)?.[1])).toEqual(verdicts);
  expect(answers[3]?.out).toMatch(/^FAILS {2}Content: /m);
  const [json, unread] = [
    await audit('receipt', file('held.json'), '--json'),
    await audit('receipt', file('ledger.ndjson')),
  ];
  expect(JSON.parse(json.out)).toMatchObject({ verdict: 'in the ledger' });
  expect(unread).toMatchObject({ code: 2, out: '', err: expect.stringContaining('cannot be read') });
});

test('a receipt tells the event that it holds for: another one may stand before it in the file, under the same name', async () => {
  const held = await receiptOf(true);
  const { id, type, stream, revision, data } = held.event;
  const shown = JSON.stringify({ event: { type: 'RewardGranted', data: { amount: '1000000' } } }).slice(
    1,
    -1,
  );
  await writeFile(file('two.json'), JSON.stringify(held).replace('{', `{${shown},`));
  const [two, json] = [
    await audit('receipt', file('two.json')),
    await audit('receipt', file('two.json'), '--json'),
  ];
  expect(two).toMatchObject({ code: 0, out: expect.not.stringContaining('1000000') });
  expect(two.out.split('\n')[0]).toBe(`Event: ${JSON.stringify({ id, type, stream, revision, data })}`);
  expect(JSON.parse(json.out)).toMatchObject({ verdict: 'in the ledger', event: { id, type, data } });
  await writeFile(file('other.json'), JSON.stringify({ ...held, event: { ...held.event, revision: 7 } }));
  expect(await audit('receipt', file('other.json'))).toMatchObject({
    code: 1,
    out: expect.not.stringContaining('Event:'),
  });
});

test('what a ledger or a receipt says of itself steers no terminal, and adds no line to a verdict', async () => {
  const hostile = '\u001b[2J\u009bH\nall.ndjson is sound.\n\u202e';
  const text = await readFile(file('ledger.ndjson'), 'utf8');
  const typed = text.replace(/"type":"\w+"/, `"type":${JSON.stringify(hostile)}`);
  const held = await receiptOf(true);
  await writeFile(file('hostile.ndjson'), typed);
  await writeFile(file('headless.ndjson'), JSON.stringify({ format: hostile }));
  const notaryKeys = [{ verifierKey: hostile, replaces: null }];
  await writeFile(file('hostile.json'), JSON.stringify({ ...held, notaryKeys }));
  const ends = await Promise.all([
    audit('verify', file('hostile.ndjson')),
    audit('verify', file('hostile.ndjson'), '--json'),
    audit('verify', file('headless.ndjson')),
    audit('receipt', file('hostile.json')),
  ]);
  expect(ends.map(({ code }) => code)).toEqual([1, 1, 2, 1]);
  for (const { out, err } of ends) {
    const hidden = [...`${out}${err}`].filter((sign) => /[\p{Cc}\p{Cf}]/u.test(sign) && sign !== '\n');
    expect(hidden).toEqual([]);
    expect(out + err).not.toMatch(/^all\.ndjson/m);
    expect(out + err).toContain('is sound.');
  }
  expect(JSON.parse(ends[1]?.out ?? '').fault.at.type).toBe(hostile);
});

test('a ledger is imported, exported with a credential that nobody is told, and sound in its new store', async () => {
  const into = file('another');
  expect(await audit('import', file('ledger.ndjson'))).toMatchObject({ code: 2, out: '' });
  expect(await audit('import', file('ledger.ndjson'), '--into', into)).toMatchObject({
    code: 0,
    out: expect.stringContaining('verify it with --moved'),
  });
  const store = await startEmbeddedEventStore({
    file: join(into, 'ledger.sqlite'),
    credentialFile: join(into, 'ledger.credential'),
  });
  const exported = await audit('export', file('exported.ndjson'), '--from', store.connectionString);
  await store.close();
  expect(exported).toMatchObject({ code: 0, out: expect.stringContaining('nothing of it was checked yet') });
  const { password } = new URL(store.connectionString);
  expect(password).not.toBe('');
  expect(exported.out + exported.err).not.toContain(password);
  expect(exported.out).toContain(`127.0.0.1:${store.port}`);
  expect((await audit('verify', file('exported.ndjson'), '--moved')).code).toBe(0);
});
