import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearBalance } from '../accounts/clear-balance.ts';
import { NotUndoable, undoOnAccount } from '../accounts/undo-act.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import type { TestLedgerNode } from '../testing/start-ledger.ts';
import type { MassActPorts } from './mass-acts.ts';
import { admin, massActsOn, portsFor } from './testing/mass-act-stage.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const { handler, request, carryOut, open, earn, figures, completed } = massActsOn(() => ledger);

/** Clears an account by itself, and says what undoing that does. */
async function clearAlone(userId: string) {
  const act = { userId, reason: 'Mistake', dryRun: false, authorize: async () => undefined };
  const { events, position: at } = await clearBalance(handler(), act, admin());
  const [event] = events;
  if (!event || !at) throw new Error('nothing was cleared');
  return (dryRun = false) =>
    undoOnAccount(handler(), ledger.store, { ...act, dryRun, undone: event.id, at }, admin());
}

test('what a reset has overtaken is not given back: an undone clear pays nothing after it', async () => {
  const user = await open();
  const undo = await clearAlone(user);
  expect((await undo(true)).events).toHaveLength(1);
  await earn(user, 7n);
  await carryOut(await request({ kind: 'reset' }), portsFor([user]).ports);
  await expect(undo()).rejects.toBeInstanceOf(NotUndoable);
  expect(await figures(user)).toEqual(['0', '0']);
});

test('nor is what was cleared before a reset that found nothing there any more', async () => {
  const [before, meanwhile] = [await open(), await open()];
  const undos = [await clearAlone(before)];
  const event = await request({ kind: 'reset' });
  // Its turn is still to come.
  undos.push(await clearAlone(meanwhile));
  await carryOut(event, portsFor([before, meanwhile]).ports);
  expect(await completed()).toMatchObject({ count: 0 });
  for (const undo of undos) {
    for (const dryRun of [true, false]) await expect(undo(dryRun)).rejects.toBeInstanceOf(NotUndoable);
  }
  expect(await Promise.all([before, meanwhile].map(figures))).toEqual([
    ['0', '0'],
    ['0', '0'],
  ]);
});

test('what was earned behind a reset and cleared then is given back, also while others wait for their turn', async () => {
  const [after, meanwhile] = [await open(), await open()];
  const event = await request({ kind: 'reset' });
  const { ports } = portsFor([after, meanwhile]);
  const died = new Error('the program is dead');
  const dying: MassActPorts = { ...ports, saveProgress: () => Promise.reject(died) };
  await expect(carryOut(event, dying)).rejects.toThrow(died);
  await earn(meanwhile, 7n);
  const undos = [await clearAlone(meanwhile)];
  await carryOut(event, ports);
  await earn(after, 7n);
  undos.push(await clearAlone(after));
  // An act of another kind overtakes nothing.
  await carryOut(await request({ kind: 'clear' }), ports);
  for (const undo of undos) expect((await undo()).events).toHaveLength(1);
  expect(await Promise.all([after, meanwhile].map(figures))).toEqual([
    ['7', '0'],
    ['7', '0'],
  ]);
});
