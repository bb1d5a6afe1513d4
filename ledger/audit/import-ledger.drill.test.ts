import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReadOnly } from '../embedded/commands/read-only.ts';
import { startEmbeddedEventStore } from '../embedded/start.ts';
import { openEventImport } from '../event-import.ts';
import { openEventLog } from '../event-log.ts';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import { startTestLedger } from '../testing/start-ledger.ts';
import { auditLedger } from './audit-ledger.ts';
import { importLedger } from './import-ledger.ts';
import { openLedger } from './sources/open.ts';
import { exportText } from './testing/audit-text.ts';
import { simulatedLedger } from './testing/simulated-ledger.ts';

let folder: string;
let file: string;
let ledger: readonly ExportedEvent[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-import-'));
  file = join(folder, 'ledger.ndjson');
  ledger = await simulatedLedger(1, 60);
  await writeFile(file, await exportText(ledger));
});
afterAll(() => rm(folder, { recursive: true }));

/** What is made of a ledger, behind the first audit, before it has its name. */
const draftIn = (into: string) => readdirSync(into).find((name) => name.endsWith('.partial'));

/** What an import leaves: the ledger, and the file by which it is owned. */
const WHOLE = ['ledger.sqlite', 'ledger.sqlite.lock'];

/** Imports in a process of its own, as an operator does. */
function importer(into: string, options = '{}') {
  const script = `
    import { readdirSync } from 'node:fs';
    import { importLedger } from ${JSON.stringify(new URL('./import-ledger.ts', import.meta.url).href)};
    const [, file, into] = process.argv;
    setInterval(() => undefined, 1000);
    const { proof } = await importLedger(file, into, ${options}).catch((error) => {
      process.stdout.write(String(error));
      process.exit(1);
    });
    process.stdout.write(proof.events + ' events');
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file, into], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const gone = once(child, 'close').then(() => said);
  return { child, gone, said: () => said };
}

/** Is killed once all of it stands in the new store and is looked at there. */
async function killedImport(into: string): Promise<void> {
  const { child, gone, said } = importer(
    into,
    `{
      onEvents: async () => {
        // The draft is made behind the first audit.
        if (!readdirSync(into).some((name) => name.endsWith('.partial'))) return;
        process.stdout.write('there');
        await new Promise(() => undefined);
      },
    }`,
  );
  await Promise.race([once(child.stdout, 'data'), gone]);
  expect(said()).toBe('there');
  child.kill('SIGKILL');
  await gone;
}

test('an import that is killed leaves no ledger that a program would serve, and is begun again', async () => {
  const into = join(folder, 'killed');
  await killedImport(into);
  expect(await readdir(into)).not.toContain('ledger.sqlite');
  const { proof } = await importLedger(file, into);
  expect(proof.events).toBeGreaterThan(10);
  expect(await readdir(into)).toContain('ledger.sqlite');
});

test('an import that somebody looks into is whole under its name: nothing of it is left behind in a log', async () => {
  const into = join(folder, 'looked-into');
  let looking: DatabaseSync | undefined;
  const onEvents = async () => {
    const draft = draftIn(into);
    if (draft) looking ??= openReadOnly(join(into, draft));
  };
  await importLedger(file, into, { onEvents });
  expect(looking).toBeDefined();
  expect(await readdir(into)).toEqual(WHOLE);
  looking?.close();
  const source = await openLedger(join(into, 'ledger.sqlite'));
  const { proof } = await auditLedger(source, { isMoved: true });
  await source.close();
  expect(proof.events).toBe(ledger.length);
});

test('what a ledger that was moved away has left behind is not mixed with the new one', async () => {
  const into = join(folder, 'left-behind');
  await mkdir(into);
  await writeFile(join(into, 'ledger.sqlite-wal'), 'the newest events');
  await expect(importLedger(file, into)).rejects.toThrow(
    /ledger\.sqlite-wal belongs to a ledger that was moved/,
  );
  expect(await readdir(into)).toEqual(['ledger.sqlite-wal']);
});

test('of two imports into one folder at once one ledger comes, whole, and nothing else stays', async () => {
  const into = join(folder, 'two');
  const said = await Promise.all([importer(into).gone, importer(into).gone]);
  expect(said.toSorted()).toEqual([
    expect.stringMatching(/^\d+ events$/),
    expect.stringMatching(/is in use by process|a ledger goes into an empty folder only/),
  ]);
  expect(await readdir(into)).toEqual(WHOLE);
  const third = importLedger(join(into, 'ledger.sqlite'), join(folder, 'third'), { isMoved: true });
  await expect(third).resolves.toMatchObject({ into: join(folder, 'third', 'ledger.sqlite') });
});

test('a program that starts while a ledger is imported begins none of its own in its place', async () => {
  const into = join(folder, 'meanwhile');
  const starts: string[] = [];
  const onEvents = async () => {
    const store = startEmbeddedEventStore({ file: join(into, 'ledger.sqlite') });
    starts.push(
      await store.then(
        async ({ close }) => close().then(() => 'began'),
        (error: unknown) => String(error),
      ),
    );
  };
  const { proof } = await importLedger(file, into, { onEvents });
  expect(proof.events).toBe(ledger.length);
  // While it is audited, and while it is looked at where it stands now.
  expect(starts.length).toBeGreaterThan(1);
  for (const said of starts) expect(said).toContain('ledger.sqlite is in use by');
});

/** An event store in which an import was cut off behind these events. */
async function storeWith(events: readonly ExportedEvent[]) {
  const { connectionString: address, stop } = await startTestLedger();
  const target = openEventImport(address);
  await target.append(events);
  await target.close();
  const count = async () => {
    const log = openEventLog(address);
    let there = 0;
    for await (const page of log.pages()) there += page.length;
    await log.close();
    return there;
  };
  return { address, stop, count };
}

test('what an import that was cut off has left in an event store is told, and gone on with when that is said', async () => {
  const { address, count, stop } = await storeWith(ledger.slice(0, 25));
  try {
    await expect(importLedger(file, address)).rejects.toThrow(
      `holds the first 25 of these ${ledger.length} events, as an import leaves them that was cut off`,
    );
    expect(await count()).toBe(25);
    expect((await importLedger(file, address, { goesOn: true })).proof.events).toBe(ledger.length);
    await expect(importLedger(file, address)).rejects.toThrow('holds a ledger already');
    expect((await importLedger(file, address, { goesOn: true })).proof.events).toBe(ledger.length);
    expect(await count()).toBe(ledger.length);
  } finally {
    await stop();
  }
});

test('no ledger goes on behind the beginning of another one, or behind a program that has gone on by itself', async () => {
  const whole = await storeWith(ledger);
  const shorter = join(folder, 'shorter.ndjson');
  await writeFile(shorter, await exportText(ledger.slice(0, -1)));
  const other = await storeWith([
    ...ledger.slice(0, 25),
    { ...ledger[25], data: { ...(ledger[25]?.data as object), note: 'another' } } as ExportedEvent,
  ]);
  try {
    for (const [from, { address, count }, events] of [
      [shorter, whole, ledger.length],
      [file, other, 26],
    ] as const) {
      await expect(importLedger(from, address, { goesOn: true })).rejects.toThrow('holds a ledger already');
      expect(await count()).toBe(events);
    }
  } finally {
    await Promise.all([whole.stop(), other.stop()]);
  }
});
