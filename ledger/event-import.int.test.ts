import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTemporaryStore, type TemporaryStore } from './embedded/testing/temporary-store.ts';
import { openEventImport } from './event-import.ts';
import { openEventLog } from './event-log.ts';
import type { ExportedEvent } from './proof/audit/exported-event.ts';

let target: TemporaryStore;
beforeAll(async () => {
  target = await startTemporaryStore();
});
afterAll(() => target.dispose());

const account = `account-${randomUUID()}`;
const event = (revision: number, text: string): ExportedEvent => ({
  ...{ position: `${revision}`, id: randomUUID(), type: 'Granted', stream: account, revision },
  ...{ created: '2026-01-01T00:00:00.000Z', data: { text }, metadata: {} },
});

test('events that together are more than a store takes at once arrive, whatever alphabet they are in', async () => {
  const latin = [0, 1, 2].map((revision) => event(revision, 'x'.repeat(400_000)));
  // Three bytes a character.
  const snow = [3, 4, 5].map((revision) => event(revision, '雪'.repeat(200_000)));
  const page = [...latin, ...snow];
  const imported = openEventImport(target.store.connectionString);
  await imported.append(page);
  await imported.close();
  const log = openEventLog(target.store.connectionString);
  const ids: string[] = [];
  for await (const arrived of log.pages()) ids.push(...arrived.map(({ id }) => id));
  await log.close();
  expect(ids).toEqual(page.map(({ id }) => id));
});
