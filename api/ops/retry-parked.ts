import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { setAsideTexts } from '../../contracts/admin-messages.ts';
import { UNDISMISSED_PROCESSES } from '../../contracts/api/admin-set-aside.ts';
import { formatPosition } from '../../contracts/ledger-position.ts';
import { BadOption, typedArguments } from '../../ledger/typed-options.ts';
import { aloneUnlessOpen } from '../auth/rights-fence.ts';
import type { Config } from '../config.ts';
import { rewardRequestOf } from '../processes/dismiss.ts';
import {
  type Decided,
  type Decision,
  dismissSetAside,
  listSetAside,
  type PlaceInList,
  retrySetAside,
  type SetAsideRow,
} from '../processes/set-aside-decisions.ts';
import { connectToProgram } from './connect.ts';
import { OpsRefused } from './ops-refused.ts';
import type { Outcome } from './outcome.ts';
import { reachStores } from './reach-stores.ts';
import { wasGranted } from './was-granted.ts';

/** Who decided, where an admin's wallet stands otherwise. */
const BY = 'operator';
const PAGE = 500;

/** What is decided, and about which parked event; undefined: about each. */
type Asked = {
  readonly act: 'retry' | 'dismiss';
  readonly which: string | undefined;
  readonly reason: string;
};

/** `retry-parked [list | retry ID|--all --reason TEXT | dismiss ID --reason TEXT]` */
export async function retryParkedCommand(args: readonly string[], config: Config): Promise<Outcome> {
  const asked = askedBy(args);
  const stores = await reachStores(config);
  try {
    const client = await connectToProgram(stores.databaseUrl);
    try {
      if (asked === 'list') return { text: inWords(await allSetAside(client)), exitCode: 0 };
      return await decide({ client, config }, asked);
    } finally {
      await client.end();
    }
  } finally {
    await stores.close();
  }
}

/** @throws BadOption */
function askedBy(args: readonly string[]): Asked | 'list' {
  const { positionals, values } = typedArguments(args, {
    all: { type: 'boolean', default: false },
    reason: { type: 'string' },
  });
  const [act = 'list', ...ids] = positionals;
  if (act === 'list' && ids.length === 0) return 'list';
  const isAll = act === 'retry' && values.all;
  if ((act !== 'retry' && act !== 'dismiss') || ids.length > (isAll ? 0 : 1)) {
    throw new BadOption(
      'retry-parked list, retry ID, retry --all or dismiss ID; the last three with --reason TEXT',
    );
  }
  const [which] = ids;
  if (which === undefined && !isAll)
    throw new BadOption(`${act} needs the id of an event: retry-parked list says them.`);
  const { reason } = values;
  if (reason === undefined || reason.trim() === '')
    throw new BadOption('Say why with --reason: it is kept with the decision.');
  return { act, which, reason };
}

type Desk = { readonly client: pg.Client; readonly config: Config };

async function decide(desk: Desk, { act, which, reason }: Asked): Promise<Outcome> {
  const { client } = desk;
  const parked = (await allSetAside(client)).filter(({ state }) => state === 'parked');
  const chosen = which === undefined ? parked : parked.filter((row) => row.id === which);
  if (which !== undefined && chosen.length === 0) throw new OpsRefused(`There is no parked event ${which}.`);
  if (act === 'dismiss' && chosen.some(({ process }) => UNDISMISSED_PROCESSES.includes(process)))
    throw new OpsRefused(setAsideTexts.mustEnd);
  let done = 0;
  for (const row of chosen) {
    const decision = { id: row.id, by: BY, at: new Date().toISOString(), reason, commandId: randomUUID() };
    const decided = act === 'retry' ? retrySetAside(client, decision) : dismiss(desk, row, decision);
    if (await decided) done += 1;
  }
  const text = act === 'retry' ? 'will be told once more, by the replica that leads' : 'were dismissed';
  return { text: `${done} of ${chosen.length} events ${text}.`, exitCode: done === chosen.length ? 0 : 1 };
}

/**
 * Of an approved reward beside no grant of it, and none that was granted before: who reads that it was dismissed may send it
 * by hand. What a program that died has left of a grant, another one has to close.
 */
async function dismiss({ client, config }: Desk, row: SetAsideRow, decision: Decision): Promise<Decided> {
  const requestId = rewardRequestOf(row);
  if (requestId === undefined) return dismissSetAside(client, decision);
  const approval = { requestId, approvedAt: row.position };
  const alone = await aloneUnlessOpen(client, requestId, async () => {
    if (await wasGranted(config, approval)) throw new OpsRefused(GRANTED);
    return { decided: await dismissSetAside(client, decision) };
  });
  if (!alone) throw new OpsRefused('A program died while it granted this reward: dismiss it in the panel.');
  return alone.decided;
}

const GRANTED =
  'This reward was granted: nothing is left to be dismissed, and nothing to be sent by hand. Retry it, and it leaves the list.';

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
