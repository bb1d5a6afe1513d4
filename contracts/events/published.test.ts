import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventMetadata } from './event.ts';
import { eventSchemas } from './ledger-event.ts';

const schemaOf = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });

// Ledgers are read for ever. What an event of a version can hold is never changed: there is a new version then, and an
// upcaster from the old one; and this file gets it (`vitest run --project unit contracts/events/published -u`).
test('every event is as it was published', async () => {
  const events = Object.entries(eventSchemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, { version, data }]) => ({ type, version, data: schemaOf(data) }));
  const published = [{ metadata: schemaOf(eventMetadata) }, ...events];
  await expect(published.map((one) => `${JSON.stringify(one)}\n`).join('')).toMatchFileSnapshot(
    './testing/published-events.ndjson',
  );
});
