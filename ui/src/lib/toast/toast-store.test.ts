import { expect, test } from 'vitest';
import { TOAST } from '../../../../contracts/constants.ts';
import { successToasts } from '../../../../contracts/toasts.ts';
import { createToastStore } from './toast-store.ts';

function storeWithClock() {
  const due: { action: () => void; ms: number }[] = [];
  return { due, store: createToastStore((action, ms) => due.push({ action, ms })) };
}

test('a new toast takes the place of the one before: the welcome bonus is what is seen', () => {
  const { store } = storeWithClock();
  store.show(successToasts.walletConnected);
  store.show(successToasts.welcomeBonus);
  expect(store.list().map(({ title }) => title)).toEqual(['Welcome Bonus']);
});

test('a dismissed toast closes at once and is removed when its time is due', () => {
  const { store, due } = storeWithClock();
  store.show({ title: 'A' });
  store.dismiss(store.list()[0]!.id);
  expect(store.list().map(({ open }) => open)).toEqual([false]);
  expect(due.map(({ ms }) => ms)).toEqual([TOAST.removeAfterDismissMs]);
  due[0]!.action();
  expect(store.list()).toEqual([]);
});

test('the removal of a dismissed toast leaves its successor alone', () => {
  const { store, due } = storeWithClock();
  store.show({ title: 'A' });
  store.dismiss(store.list()[0]!.id);
  store.show({ title: 'B' });
  due[0]!.action();
  expect(store.list().map(({ title }) => title)).toEqual(['B']);
});

test('what failed goes when something succeeds; what else is shown stays', () => {
  const { store } = storeWithClock();
  store.show({ title: 'Claim failed', variant: 'destructive' });
  store.dismissErrors();
  expect(store.list().map(({ open }) => open)).toEqual([false]);
  store.show(successToasts.welcomeBonus);
  store.dismissErrors();
  expect(store.list().map(({ open }) => open)).toEqual([true]);
});

test('dismissing twice, or what is gone, does nothing', () => {
  const { store, due } = storeWithClock();
  store.show({ title: 'A' });
  const id = store.list()[0]!.id;
  store.dismiss(id);
  store.dismiss(id);
  store.dismiss(99);
  expect(due).toHaveLength(1);
});

test('those who listen are told, until they stop', () => {
  const { store } = storeWithClock();
  let told = 0;
  const stop = store.subscribe(() => {
    told += 1;
  });
  store.show({ title: 'A' });
  stop();
  store.show({ title: 'B' });
  expect(told).toBe(1);
});
