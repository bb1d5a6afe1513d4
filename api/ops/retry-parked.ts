import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { setAsideTexts } from '../../contracts/admin-messages.ts';
import { UNDISMISSED_PROCESSES } from '../../contracts/api/admin-set-aside.ts';
import { formatPosition } from '../../contracts/ledger-position.ts';
import type { Config } from '../config.ts';
import {
  dismissSetAside,
  listSetAside,
  type PlaceInList,
  retrySetAside,
  type SetAsideRow,
} from '../processes/set-aside-decisions.ts';
import { connectDatabase } from './connect.ts';
import { OpsRefused } from './ops-refused.ts';
import type { Outcome } from './outcome.ts';
import { reachStores } from './reach-stores.ts';

/** Who decided, where an admin's wallet stands otherwise. */
const BY = 'operator';
const PAGE = 500;

/** `retry-parked [list | retry ID|--all --reason TEXT | dismiss ID --reason TEXT]` */
export async function retryParkedCommand(args: readonly string[], config: Config): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, reason: { type: 'string' } },
  });
  const [act = 'list', id, ...more] = positionals;
  if (!['list', 'retry', 'dismiss'].includes(act) || more.length > 0) {
    throw new OpsRefused(
      'retry-parked list, retry ID, retry --all or dismiss ID; the last three with --reason TEXT',
    );
  }
  const stores = await reachStores(config);
  try {
    const client = await connectDatabase(stores.databaseUrl);
    try {
      if (act === 'list') return { text: inWords(await allSetAside(client)), exitCode: 0 };
      return await decide(client, act, values.all && act === 'retry' ? 'all' : id, values.reason);
    } finally {
      await client.end();
    }
  } finally {
    await stores.close();
  }
}

async function decide(
  client: pg.Client,
  act: string,
  which: string | undefined,
  reason: string | undefined,
): Promise<Outcome> {
  if (which === undefined)
    throw new OpsRefused(`${act} needs the id of an event: retry-parked list says them.`);
  if (reason === undefined || reason.trim() === '')
    throw new OpsRefused('Say why with --reason: it is kept with the decision.');
  const parked = (await allSetAside(client)).filter(({ state }) => state === 'parked');
  const chosen = which === 'all' ? parked : parked.filter((row) => row.id === which);
  if (which !== 'all' && chosen.length === 0) throw new OpsRefused(`There is no parked event ${which}.`);
  if (act === 'dismiss' && chosen.some(({ process }) => UNDISMISSED_PROCESSES.includes(process)))
    throw new OpsRefused(setAsideTexts.mustEnd);
  let done = 0;
  for (const row of chosen) {
    const decision = { id: row.id, by: BY, at: new Date().toISOString(), reason, commandId: randomUUID() };
    const decided =
      act === 'retry' ? await retrySetAside(client, decision) : await dismissSetAside(client, decision);
    if (decided) done += 1;
  }
  const text = act === 'retry' ? 'will be told once more, by the replica that leads' : 'were dismissed';
  return { text: `${done} of ${chosen.length} events ${text}.`, exitCode: done === chosen.length ? 0 : 1 };
}

async function allSetAside(client: pg.Client): Promise<SetAsideRow[]> {
  const rows: SetAsideRow[] = [];
  for (let after: PlaceInList | undefined; ; ) {
    const page = await listSetAside(client, after, PAGE);
    rows.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return rows;
    after = last;
  }
}

function inWords(rows: readonly SetAsideRow[]): string {
  if (rows.length === 0) return 'No event is set aside.';
  return rows
    .map(
      ({ id, process, state, eventType, stream, revision, position, reason, failures, since }) =>
        `${id} ${state} ${process}: ${eventType}, revision ${revision} of ${stream} at ${formatPosition(position)}, ${failures} failures since ${since.toISOString()}: ${reason}`,
    )
    .join('\n');
}
