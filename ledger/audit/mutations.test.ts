import { randomInt } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ExportedEvent } from '../proof/audit/exported-event.ts';
import type { KnownRoot } from '../proof/audit/seals.ts';
import { bytesToHex } from '../proof/bytes.ts';
import { parseCheckpoint } from '../proof/checkpoint.ts';
import { parseNote } from '../proof/signed-note.ts';
import { chanceOf } from '../simulation/world/random.ts';
import { SealsSeen } from './export/seals-seen.ts';
import { LedgerRules } from './ledger-rules.ts';
import type { AuditedEvent } from './rules/rule.ts';
import { auditText, exportText, faultIn } from './testing/audit-text.ts';
import { forgeFrom } from './testing/forge.ts';
import { type Ledger, MUTATIONS, type Mutation } from './testing/mutations.ts';
import { keyTextOf, notaryOf, ORIGIN, sealed } from './testing/seal-ledger.ts';
import { mixedLedger } from './testing/simulated-ledger.ts';

/** The seed that a failed run has printed makes the same corruptions again. */
const { MUTATION_SEED = String(randomInt(2 ** 31)), MUTATIONS: COUNT = '500' } = process.env;
const EVERY = 15;
const MIXED = ['RewardsClaimed', 'PrizePaid', 'MassClearCompleted', 'RewardsReset', 'AdminAdded'];
const notary = notaryOf('true');

let plain: readonly ExportedEvent[];
let ledger: Ledger;
let checkpoints: string[];
beforeAll(async () => {
  process.stdout.write(`MUTATION_SEED=${MUTATION_SEED}\n`);
  plain = await mixedLedger(MIXED, 110);
  const events = sealed(plain, notary, EVERY);
  const seals = events.flatMap(({ type }, number) => (type === 'LedgerSealed' ? [number] : []));
  checkpoints = seals.map((seal) => checkpointOf(events.slice(0, seal + 1)));
  const { size } = rootIn(checkpoints.at(-1) ?? '');
  let index = 0;
  const sealedNumbers = events.flatMap(({ stream }, number) => {
    if (stream !== 'seals') index += 1;
    return stream !== 'seals' && index <= size ? [number] : [];
  });
  const text = await exportText(events);
  ledger = { events, text, sealedNumbers, sealNumbers: seals, oldCheckpoints: checkpoints.slice(0, -1) };
}, 60_000);

/** The signed note at the end of an export of these. */
function checkpointOf(events: readonly ExportedEvent[]): string {
  const seals = new SealsSeen();
  for (const event of events) seals.add(event);
  return seals.checkpoint ?? '';
}

function rootIn(checkpoint: string): KnownRoot {
  const note = parseNote(checkpoint);
  const head = note && parseCheckpoint(note.text);
  if (!head) throw new Error('this is no checkpoint');
  return { from: 'an earlier day', size: head.size, root: bytesToHex(head.root) };
}

test('the ledger itself is sound, and is mixed', async () => {
  expect(await faultIn(ledger.text)).toBeUndefined();
  const types = new Set(ledger.events.map(({ type }) => type));
  for (const type of [...MIXED, 'NotaryKeySet', 'LedgerSealed']) expect(types).toContain(type);
});

test('every beginning of it is sound, also one that ends within an append', async () => {
  const events: AuditedEvent[] = [];
  await auditText(await exportText(plain), { onEvents: async (page) => void events.push(...page) });
  const rules = new LedgerRules();
  for (const event of events) {
    const { type, stream, revision } = event;
    expect([rules.add(event), rules.end()], `${type} at ${stream}:${revision}`).toEqual([
      undefined,
      undefined,
    ]);
  }
});

test('each of hundreds of random corruptions is found, and named where it is', async () => {
  const chance = chanceOf(Number(MUTATION_SEED));
  const kinds = Object.entries(MUTATIONS);
  const rules = new Map<string, number>();
  for (let n = 0; n < Number(COUNT); n++) {
    const [kind, mutate] = kinds[n % kinds.length] ?? kinds[0] ?? [];
    if (!kind || !mutate) throw new Error('there are no kinds of corruption');
    const mutation = await mutate(ledger, chance, n);
    const fault = await faultIn(mutation.text);
    const told = `MUTATION_SEED=${MUTATION_SEED} ${n}: ${kind}, ${mutation.what}`;
    expect(fault, told).toBeDefined();
    if (!fault) return;
    rules.set(fault.rule, (rules.get(fault.rule) ?? 0) + 1);
    const { from, to } = fault.among;
    // The number of events bounds what is said, where nothing but the digest of the file or the end is wrong.
    const isNamed = fault.at !== null || (fault.rule === 'file' && to - from <= 1);
    if (isNamed) {
      expect(
        mutation.touched.some((number) => from <= number && number <= to),
        told,
      ).toBe(true);
      expect(to - from, told).toBeLessThanOrEqual(2 * EVERY);
    } else expect(isUncovered(mutation) || kind === 'give an old checkpoint', told).toBe(true);
  }
  process.stdout.write(`found by ${JSON.stringify(Object.fromEntries(rules))}\n`);
}, 120_000);

/** Whether a flipped bit has left the event all that its hash covers. */
function isUncovered({ text, touched: [number = 0] }: Mutation): boolean {
  const covered = (event?: ExportedEvent) => JSON.stringify({ ...event, position: '', created: '' });
  // A line that is none is found as such, and named.
  return covered(JSON.parse(text.split('\n')[number + 1] ?? '')) === covered(ledger.events[number]);
}

/** A free text that no rule looks at, long before the end. */
const altered = () => plain.findIndex(({ type }) => type === 'SocialConnected');
const forged = () =>
  forgeFrom(plain, altered(), (data) => {
    data.handle = 'somebody_else';
  });

test('a tail with all hashes made anew is found by the seals', async () => {
  const number = ledger.events.findIndex(({ id }) => id === plain[altered()]?.id);
  const seals = ledger.events.filter(({ stream }) => stream === 'seals');
  const positionOf = ({ position }: ExportedEvent) => BigInt(/\d+/.exec(position)?.[0] ?? 0);
  const all = [...forged(), ...seals].toSorted((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
  const fault = await faultIn(await exportText(all));
  expect(fault?.rule).toBe('seal-root');
  expect(fault?.among.from).toBeLessThanOrEqual(number);
  expect(fault?.among.to).toBeGreaterThanOrEqual(number);
});

test('one that is sealed anew with another key is found by any earlier root and by the key', async () => {
  const text = await exportText(sealed(forged(), notaryOf('another'), EVERY));
  // By itself it is as good as the true one: that is what earlier roots and keys are for.
  expect(await faultIn(text)).toBeUndefined();
  const index = altered();
  for (const known of checkpoints.map(rootIn)) {
    const fault = await faultIn(text, { knownRoots: [known] });
    // A root of before the fork is the same in both histories.
    if (known.size <= index) expect(fault).toBeUndefined();
    else expect(fault).toMatchObject({ rule: 'known-root', among: { from: 0 } });
    expect(await faultIn(ledger.text, { knownRoots: [known] })).toBeUndefined();
  }
  expect((await faultIn(text, { verifierKey: keyTextOf(notary[0] ?? new Uint8Array(32)) }))?.rule).toBe(
    'notary-key',
  );
  expect((await faultIn(ledger.text, { origin: `not.${ORIGIN}` }))?.rule).toBe('seal-signature');
});

test('a ledger whose end was taken away is found by any root behind it', async () => {
  const last = ledger.sealNumbers.at(-1) ?? 0;
  const text = await exportText(ledger.events.slice(0, last - EVERY));
  expect(await faultIn(text)).toBeUndefined();
  const fault = await faultIn(text, { knownRoots: [rootIn(checkpoints.at(-1) ?? '')] });
  expect(fault).toMatchObject({ rule: 'known-root', follows: expect.stringContaining('taken away') });
});
