import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Receipt } from '../../contracts/api/ledger-seals.ts';
import { entryOf, keyTextOf, notaryOf, sealed } from '../../ledger/audit/testing/seal-ledger.ts';
import { mixedLedger } from '../../ledger/audit/testing/simulated-ledger.ts';
import { bytesToHex } from '../../ledger/proof/bytes.ts';
import { auditCommand } from './audit-command.ts';

test('the receipt of a seal, or of the key that signs, holds by its signature and waits for no later seal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'evo-seal-receipt-'));
  try {
    const [secret] = notaryOf('true');
    if (!secret) throw new Error('a notary has a key');
    const notaryKeys = [{ verifierKey: keyTextOf(secret), replaces: null }];
    for (const event of sealed(await mixedLedger(['RewardsClaimed'], 60), [secret], 10)) {
      if (event.stream !== 'seals') continue;
      const { position, id, type, stream, revision, data, metadata } = event;
      const hash = `sha256-jcs:${bytesToHex(entryOf(event))}`;
      const receipt = {
        ...{ format: 'evo-rewards-receipt/1', issuedAt: '2026-01-02T03:04:05.000Z', notaryKeys },
        // Of a ledger: its data and metadata are objects.
        event: { position, id, type, stream, revision, data, metadata, hash } as Receipt['event'],
        inclusion: null,
      };
      const file = join(folder, 'receipt.json');
      await writeFile(file, JSON.stringify(receipt));
      const said: string[] = [];
      const code = await auditCommand(['receipt', file], { say: (text) => said.push(text), tell: () => {} });
      expect([type, code]).toEqual([type, 0]);
      expect(said.join('\n')).toContain('Verdict: signed by the notary.');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
