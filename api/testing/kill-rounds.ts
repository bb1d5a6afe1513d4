import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { v5 as uuidv5 } from 'uuid';
import { expect, vi } from 'vitest';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { programEnvironment } from '../../ledger/testing/program-environment.ts';
import { copyCluster } from '../../projector/testing/cluster-template.ts';
import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';
import { createTestClient, type TestClient } from './client.ts';
import { EMPTY_UI } from './empty-ui.ts';
import { expectEqualFold } from './equal-fold.ts';

/** A command as the client knows it: what it sent, and whether it ever heard that it was done. */
type Sent = {
  readonly who: TestClient;
  readonly path: string;
  readonly body: object;
  readonly headers: Record<string, string>;
  /** As the API makes it from the key and the user. */
  readonly commandId: string;
  acknowledged: boolean;
  /** What it was told instead of an answer, by a program that had no time for it. */
  late?: string;
};

/** One in so many commands may meet a program that has no time for it: of a machine that does other work, too. */
const LATE_AT_THE_MOST = 50;

/**
 * Starts the whole program as a process of its own, sends it commands without pause, and ends it with SIGKILL at
 * a random moment; `rounds` times on one data folder. Then checks what the ledger and the read models hold.
 */
export async function killRounds(rounds: number): Promise<{ acknowledged: number; unanswered: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'evo-kill-'));
  const sent: Sent[] = [];
  try {
    await copyCluster(join(dataDir, 'postgres'));
    for (let round = 0; round < rounds; round++) await killRound(dataDir, sent, round);
    await verify(dataDir, sent);
    const late = sent.flatMap((command) => command.late ?? []);
    expect(late.length, late.join('\n')).toBeLessThanOrEqual(sent.length / LATE_AT_THE_MOST);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const acknowledged = acknowledgedOf(sent);
  return { acknowledged, unanswered: sent.length - acknowledged };
}

function acknowledgedOf(sent: readonly Sent[]): number {
  return sent.filter(({ acknowledged }) => acknowledged).length;
}

async function killRound(dataDir: string, sent: Sent[], round: number): Promise<void> {
  const program = await startProgram(dataDir);
  try {
    const keys = JSON.parse(await readFile(join(dataDir, 'demo-wallets.json'), 'utf8'));
    const admin = createTestClient(program.url, keys.admin, { comesAgain: false });
    const adminId = (await admin.connect()).body.user.id;
    // What the last round left unanswered is sent again under its key, by the same admin.
    const unanswered = sent.filter(
      ({ acknowledged, who }) => !acknowledged && who.account.address === admin.account.address,
    );
    const killed = new AbortController();
    const work = [
      ...unanswered.map((command) => deliver({ ...command, who: admin }, command, killed.signal)),
      ...Array.from({ length: 6 }, () => keepSending(program.url, admin, adminId, sent, killed.signal)),
    ];
    // One round of three right after the start; else, however busy the machine is, with some commands done and more
    // under way.
    const before = acknowledgedOf(sent);
    if (round % 3 !== 1) {
      await vi.waitFor(() => expect(acknowledgedOf(sent)).toBeGreaterThan(before + 10), { timeout: 60_000 });
    }
    await sleep(Math.random() * 400);
    killed.abort();
    program.process.kill('SIGKILL');
    await once(program.process, 'exit');
    await Promise.all(work);
  } finally {
    program.process.kill('SIGKILL');
  }
}

/** One visitor: connects, is sent rewards, claims, and again, until the program dies. */
async function keepSending(
  url: string,
  admin: TestClient,
  adminId: string,
  sent: Sent[],
  killed: AbortSignal,
): Promise<void> {
  while (!killed.aborted) {
    const visitor = createTestClient(url, undefined, { comesAgain: false });
    const connected = await visitor.connect().catch(() => undefined);
    if (connected?.status !== 200) return;
    const userId = connected.body.user.id;
    for (let n = 1; n <= 4 && !killed.aborted; n++) {
      const amount = `${n}.${'0'.repeat(16)}${n}`;
      const reward = { walletAddress: visitor.account.address, amount, reason: `round ${n}` };
      const asAdmin = { 'x-wallet-address': admin.account.address };
      await send(sent, admin, adminId, '/api/admin/send-reward', reward, asAdmin, killed);
      await send(sent, visitor, userId, '/api/rewards/claim', {}, {}, killed);
    }
  }
}

async function send(
  sent: Sent[],
  who: TestClient,
  userId: string,
  path: string,
  body: object,
  more: Record<string, string>,
  killed: AbortSignal,
): Promise<void> {
  const key = randomUUID();
  const command: Sent = {
    who,
    path,
    body,
    headers: { ...more, 'idempotency-key': key },
    commandId: uuidv5(userId, key),
    acknowledged: false,
  };
  sent.push(command);
  await deliver(command, command, killed);
}

async function deliver(request: Sent, record: Sent, killed: AbortSignal): Promise<void> {
  // A connection that breaks is what this is about; an answer that comes must be the right one.
  const answer = await request.who.post(request.path, request.body, request.headers).catch(() => undefined);
  if (answer === undefined) return;
  const text = `${request.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`;
  if (answer.status === 200) record.acknowledged = true;
  // Whether it was done is not known: it is sent again, as one that was cut off.
  else if (answer.status === 503) record.late ??= text;
  else if (!killed.aborted) expect.fail(text);
}

async function verify(dataDir: string, sent: readonly Sent[]): Promise<void> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', UI_DIST: EMPTY_UI });
  const server = await startServer(config, pino({ level: 'error' }, pino.destination(2)));
  try {
    expectEachOnce(await expectEqualFold(server), sent);
  } finally {
    await server.stop();
  }
}

function expectEachOnce(events: readonly StoredEvent[], sent: readonly Sent[]): void {
  const times = new Map<string, number>();
  for (const { metadata, stream } of events) {
    // A reward by hand first takes its part of the day's sum, under the same command.
    if (stream.startsWith('rewards-by-hand-')) continue;
    times.set(metadata.commandId, (times.get(metadata.commandId) ?? 0) + 1);
  }
  for (const { commandId, acknowledged, path } of sent) {
    const count = times.get(commandId) ?? 0;
    if (acknowledged) expect(count, `acknowledged ${path} ${commandId}`).toBe(1);
    else expect(count, `unanswered ${path} ${commandId}`).toBeLessThanOrEqual(1);
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const wallets = events.filter(({ type }) => type === 'Reserved').map(({ stream }) => stream);
  expect(new Set(wallets).size).toBe(wallets.length);
}

/** The whole program as a process of its own, with a short log; resolves when it answers. */
export async function startProgram(dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const main = new URL('../main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main], {
    env: {
      ...programEnvironment(),
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      UI_DIST: EMPTY_UI,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaints: string[] = [];
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()));
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`the program ended with ${code} before it was ready: ${complaints.join('')}`);
  });
  gone.catch(() => undefined); // after readiness its end is the point
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /ready at (\S+)/.exec(line)?.[1];
      if (url) return url;
    }
    return gone;
  })();
  return { process: child, url: await Promise.race([ready, gone]) };
}
