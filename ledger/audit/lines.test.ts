import { beforeAll, expect, test } from 'vitest';
import { parseExportLine } from '../proof/audit/exported-event.ts';
import { type AuditFault, Unsound } from '../proof/audit/fault.ts';
import { LedgerAudit, type LedgerProof } from '../proof/audit/ledger-audit.ts';
import { chanceOf } from '../simulation/world/random.ts';
import { nodePrimitives } from './node-primitives.ts';
import { exportText } from './testing/audit-text.ts';
import { type Ledger, MUTATIONS } from './testing/mutations.ts';
import { notaryOf, sealed } from './testing/seal-ledger.ts';
import { mixedLedger } from './testing/simulated-ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  const events = sealed(await mixedLedger(['RewardsClaimed', 'AdminAdded'], 110), notaryOf('true'), 15);
  const numbers = events.map((_, number) => number);
  ledger = {
    events,
    text: await exportText(events),
    sealedNumbers: numbers.filter(
      (number) => events[number]?.stream !== 'seals' && number < events.length - 17,
    ),
    sealNumbers: numbers.filter((number) => events[number]?.type === 'LedgerSealed'),
    oldCheckpoints: [],
  };
}, 60_000);

type Verdict = { readonly proof: LedgerProof } | { readonly fault: AuditFault } | { readonly error: string };

function verdictOn(text: string, take: (audit: LedgerAudit, line: string) => void): Verdict {
  const audit = new LedgerAudit({ primitives: nodePrimitives });
  try {
    for (const line of text.trimEnd().split('\n')) take(audit, line);
    return { proof: audit.end() };
  } catch (error) {
    if (error instanceof Unsound) return { fault: error.fault };
    return { error: String(error) };
  }
}

const recognised = (audit: LedgerAudit, line: string) => void audit.addLine(line);
function parsed(audit: LedgerAudit, line: string): void {
  const read = parseExportLine(line);
  if (read.kind === 'event') audit.add(read.event);
}

test('lines whose events are recognised come to what parsed ones come to, sound and corrupted', {
  timeout: 60_000,
}, async () => {
  expect(verdictOn(ledger.text, recognised)).toEqual(verdictOn(ledger.text, parsed));
  expect(verdictOn(ledger.text, recognised)).toMatchObject({ proof: { events: ledger.events.length } });
  const chance = chanceOf(11);
  let unsound = 0;
  for (let n = 0; n < 8; n++) {
    for (const [kind, mutate] of Object.entries(MUTATIONS)) {
      if (kind === 'give an old checkpoint') continue;
      const { text, what } = await mutate(ledger, chance, n);
      const verdict = verdictOn(text, recognised);
      expect(verdict, what).toEqual(verdictOn(text, parsed));
      if ('fault' in verdict) unsound += 1;
    }
  }
  expect(unsound).toBeGreaterThan(40);
});
