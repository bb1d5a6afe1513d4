import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { KnownAccount } from '../accounts/read-account.ts';
import { startEmbeddedEventStore } from '../embedded/start.ts';
import type { StoredEvent } from '../envelope.ts';
import { connectEventStore } from '../event-store.ts';
import type { MassActPorts, MassActProgress } from '../processes/mass-acts.ts';
import { newWallet, testContext } from '../testing/start-ledger.ts';
import { typedNumber, typedOptions } from '../typed-options.ts';
import { appendLanes } from './append-lanes.ts';
import { MOST } from './asked.ts';
import { fillLedger } from './filling/fill-ledger.ts';
import { measure } from './measure.ts';
import { printTable, thousands } from './table.ts';

export const HELP = 'npm run bench -- mass-acts [--users 5000] [--before FOLDER]';

/** Appends under way at once, as a mass act has. */
const IN_FLIGHT = 64;
const BOUND_SECONDS = 3;

/**
 * Accounts of a mass reset and of its restore a second, on the ledger of a community with a year behind it, through the
 * embedded node and without read models. The reset begins with nothing in memory, as after a start; the restore finds
 * those accounts in memory that fit there. Beside both single appends to as many streams, in the same run: an act
 * cannot be faster than these. Another checkout goes first, on a copy of the same ledger.
 */
export async function bench(args: string[]): Promise<void> {
  const values = typedOptions(args, {
    users: { type: 'string', default: '5000' },
    before: { type: 'string' },
  });
  const users = typedNumber('users', values.users, 1, MOST);
  const folder = await mkdtemp(join(tmpdir(), 'evo-mass-acts-'));
  try {
    const { events } = await fillLedger(folder, { users }, Date.now());
    const here = resolve(import.meta.dirname, '../..');
    const roots = [...(values.before === undefined ? [] : [resolve(values.before)]), here];
    const table = [['', 'events', 'accounts', 'appends/s', 'reset/s', '/appends', 'restore/s', '/appends']];
    for (const [index, root] of roots.entries()) {
      const file = join(folder, `${index}.sqlite`);
      await copyFile(join(folder, 'ledger.sqlite'), file);
      const { accounts, appends, reset, restore } = await actsOf(root, file);
      const share = (rate: number) => (rate / appends).toFixed(2);
      const rates = [thousands(appends), thousands(reset), share(reset), thousands(restore), share(restore)];
      table.push([root === here ? 'now' : 'before', thousands(events), thousands(accounts), ...rates]);
    }
    printTable(table);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function actsOf(root: string, file: string) {
  const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(join(root, path)).href);
  const handling = await load<typeof import('../handle-command.ts')>('ledger/handle-command.ts');
  const requests = await load<typeof import('../mass-acts/request-mass-act.ts')>(
    'ledger/mass-acts/request-mass-act.ts',
  );
  const acts = await load<typeof import('../processes/mass-acts.ts')>('ledger/processes/mass-acts.ts');
  const node = await startEmbeddedEventStore({ file });
  const store = connectEventStore(node.connectionString);
  const client = EventStoreDBClient.connectionString(node.connectionString);
  try {
    const known = await accountsOf(store);
    const handler = handling.createCommandHandler(store);
    const carryOut = async (act: Parameters<typeof requests.requestMassAct>[1]['act']) => {
      const context = testContext({ actor: { kind: 'admin', wallet: newWallet() } });
      const asked = { act, reason: 'Bench', dryRun: false, authorize: async () => undefined };
      await requests.requestMassAct(handler, asked, context);
      const event = await lastOf(store, 'mass-acts');
      const started = performance.now();
      await acts.massActProcess(store, handler, portsFor(known)).handle(event);
      return { id: context.commandId, rate: (known.length * 1_000) / (performance.now() - started) };
    };
    const reset = await carryOut({ kind: 'reset' });
    const restore = await carryOut({ kind: 'restore', resetId: reset.id });
    // Last: what it appends is no event of the program.
    const { perSecond } = await measure(appendLanes(client, IN_FLIGHT, randomUUID()), BOUND_SECONDS);
    return { accounts: known.length, appends: perSecond, reset: reset.rate, restore: restore.rate };
  } finally {
    await Promise.all([client.dispose(), store.close()]);
    await node.close();
  }
}

type Store = ReturnType<typeof connectEventStore>;

/** Every account with the revision that its stream has, as the read models say it. */
async function accountsOf(store: Store): Promise<KnownAccount[]> {
  const revisions = new Map<string, bigint>();
  const leave = new AbortController();
  const onCaughtUp = () => leave.abort();
  for await (const event of store.subscribe({ after: undefined, signal: leave.signal, onCaughtUp })) {
    if (event.stream.startsWith('account-'))
      revisions.set(event.stream.slice('account-'.length), event.revision);
  }
  return [...revisions]
    .map(([userId, revision]) => ({ userId, revision }))
    .toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
}

async function lastOf(store: Store, stream: string): Promise<StoredEvent> {
  let last: StoredEvent | undefined;
  for await (const event of store.readStream(stream, 0n)) last = event;
  if (!last) throw new Error(`${stream} is empty`);
  return last;
}

function portsFor(known: readonly KnownAccount[]): MassActPorts {
  const reached = new Map<string, MassActProgress>();
  let next = 0;
  return {
    // One act reads its pages one after the other.
    async accounts(_at, after, limit) {
      if (after === undefined) next = 0;
      const page = known.slice(next, next + limit);
      next += page.length;
      return page;
    },
    loadProgress: async (requestId) => reached.get(requestId),
    async saveProgress(requestId, progress) {
      reached.set(requestId, progress);
    },
  };
}
