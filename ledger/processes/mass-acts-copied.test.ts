import { beforeEach, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { StoredEvent } from '../envelope.ts';
import { createCommandHandler } from '../handle-command.ts';
import { EVERYWHERE } from '../moved-ledger.ts';
import { reservation } from '../reservations/reservation.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { type MassActPorts, massActProcess } from './mass-acts.ts';
import { id, massActsOn, portsFor } from './testing/mass-act-stage.ts';

let ledger: TestLedgerNode;
beforeEach(() => {
  ledger = startMemoryLedger();
});
const { carryOut, claim, completed, earn, figures, open, requestOf } = massActsOn(() => ledger);

/** Into an empty store, where each event has another place: as a restore of a backup does it. */
async function moveLedger(): Promise<void> {
  const events = await ledger.readAll();
  ledger = startMemoryLedger();
  const command = { type: 'Reserve', userId: id() } as const;
  const there = { stream: streamOf('username', 'first'), decider: reservation, command, input: {} };
  await createCommandHandler(ledger.store).handle({ ...testContext(), ...there });
  for (const event of events) {
    const { stream, revision } = event;
    const outcome = await ledger.store.append(stream, [event], revision === 0n ? undefined : revision - 1n);
    expect(outcome.kind).toBe('appended');
  }
}

const types = async (userId: string) =>
  (await ledger.read(streamOf('account', userId))).map(({ type }) => type);

test.each([
  ['clear', 'BalanceCleared', ['0', '0'], ['107', '100']],
  ['reset', 'RewardsReset', ['0', '0'], ['7', '0']],
  ['restore', 'RewardsRestored', ['100', '0'], ['107', '0']],
] as const)(
  'a %s of all that a backup was taken in the middle of is gone on with where that is restored: each account once, and the whole count',
  async (kind, effect, idle, busy) => {
    const users = await Promise.all(Array.from({ length: 6 }, open));
    const sorted = users.toSorted();
    const asked = await requestOf(kind, users);
    const { ports } = portsFor(users);
    const taken = new Error('the backup ends here');
    const half: MassActPorts = {
      ...ports,
      accounts: (at, after) => {
        if (after !== undefined) throw taken;
        return ports.accounts(at, after, users.length / 2);
      },
    };
    await expect(carryOut(asked, half)).rejects.toThrow(taken);
    await moveLedger();

    const [, , , claimer = ''] = sorted;
    if (kind === 'clear') await claim(claimer);
    await earn(claimer, 7n);
    const event: StoredEvent | undefined = (await ledger.readAll()).find((one) => one.id === asked.id);
    if (!event) throw new Error('the request was to be copied');
    expect(event.position).not.toEqual(asked.position);
    // What was saved of the progress may be of what came behind the backup's ledger.
    const restored = createCommandHandler(ledger.store, { movedUntil: () => EVERYWHERE });
    await massActProcess(ledger.store, restored, portsFor(users).ports).handle(event);

    for (const userId of sorted) {
      const isBusy = userId === claimer;
      expect(await figures(userId)).toEqual(isBusy ? busy : idle);
      const touched = (await types(userId)).filter((type) => type === effect).length;
      expect(touched).toBe(kind === 'clear' && isBusy ? 0 : 1);
    }
    const requestId = event.metadata.commandId;
    const whole = kind === 'clear' ? { count: 5, total: '500' } : { count: 6, total: '600' };
    expect(await completed()).toEqual({ requestId, ...whole });
  },
);
