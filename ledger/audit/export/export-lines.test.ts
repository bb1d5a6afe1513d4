import { expect, test } from 'vitest';
import { shortLedger } from '../../proof/audit/testing/short-ledger.ts';
import { exportText } from '../testing/audit-text.ts';
import { notaryOf, sealed } from '../testing/seal-ledger.ts';

const checkpointAtEnd = (text: string): unknown =>
  JSON.parse(text.trimEnd().split('\n').at(-1) ?? '').checkpoint;

test('a seal that nobody can have signed is in an export as it stands, and its checkpoint is not that of the export', async () => {
  const ledger = sealed(shortLedger(20), notaryOf('short'), 3);
  const newest = ledger.findLastIndex(({ type }) => type === 'LedgerSealed');
  const event = ledger[newest]!;
  const odd = { ...event, data: { ...(event.data as object), origin: 'elsewhere.example+ledger' } };
  const text = await exportText(ledger.with(newest, odd));
  expect(text).toContain('elsewhere.example+ledger');
  expect(checkpointAtEnd(text)).toBe(checkpointAtEnd(await exportText(ledger.slice(0, newest))));
});
