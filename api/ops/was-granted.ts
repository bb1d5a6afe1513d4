import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { reasonOf } from '../../contracts/reason-of.ts';
import { openReadOnly } from '../../ledger/embedded/commands/read-only.ts';
import { EVENT_COLUMNS, frameOf } from '../../ledger/embedded/store/event-rows.ts';
import { decodeFrame } from '../../ledger/embedded/wire/frame.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import { isGranted } from '../../ledger/rewards-by-hand/is-granted.ts';
import type { Config } from '../config.ts';
import { OpsRefused } from './ops-refused.ts';
import { ledgerFile } from './reach-stores.ts';

/** An approval by its request, and where it stands in the ledger. */
type Approval = { readonly requestId: string; readonly approvedAt: LedgerPosition };

/**
 * Whether an approved reward was granted. An embedded ledger is read from its file, beside the program that owns it.
 * @throws OpsRefused, LedgerUnavailable, LedgerCorrupt, DamagedEvent
 */
export async function wasGranted(
  config: Pick<Config, 'eventStoreUrl' | 'dataDir'>,
  approval: Approval,
): Promise<boolean> {
  const { eventStoreUrl } = config;
  return eventStoreUrl === undefined
    ? standsInFile(ledgerFile(config), approval)
    : standsInStore(eventStoreUrl, approval);
}

async function standsInStore(eventStoreUrl: string, approval: Approval): Promise<boolean> {
  const store = connectEventStore(eventStoreUrl);
  const handler = createCommandHandler(store);
  try {
    return await isGranted({ store, handler }, approval, handler.newDeadline());
  } finally {
    await handler.close();
    await store.close();
  }
}

function standsInFile(file: string, { requestId, approvedAt }: Approval): boolean {
  const database = openedOrRefused(file);
  try {
    const from = Number(approvedAt.commit);
    const approval = database.prepare(`SELECT ${EVENT_COLUMNS} FROM events WHERE position = ?`).get(from);
    if (!approval) return false;
    const { data } = decodeFrame(frameOf(database, approval, from));
    const behind = database
      .prepare(
        `SELECT ${EVENT_COLUMNS} FROM events JOIN streams ON streams.id = events.stream
         WHERE streams.name = 'account-' || ? AND events.position > ? ORDER BY events.position`,
      )
      .iterate(text(data, 'userId'), from);
    for (const row of behind) {
      const { metadata } = decodeFrame(frameOf(database, row, Number(row.position)));
      if (text(metadata, 'commandId') === requestId) return true;
    }
    return false;
  } finally {
    database.close();
  }
}

function openedOrRefused(file: string) {
  try {
    return openReadOnly(file);
  } catch (error) {
    throw new OpsRefused(reasonOf(error), error);
  }
}

/** What stands under a name in the JSON of an event; empty where nothing does. */
const text = (json: Uint8Array, name: string): string =>
  String(Reflect.get(Object(JSON.parse(Buffer.from(json).toString())), name) ?? '');
