import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * On whose behalf the program meets the world: one sending of a step, or a process at one event. Calls are counted by
 * errand, so that a call keeps its name, and with the name its luck, when other steps are left out.
 */
export type Errand = { readonly name: string; readonly calls: Map<string, number> };

const current = new AsyncLocalStorage<Errand>();

export function runErrand<Result>(name: string, work: () => Result): Result {
  return current.run({ name, calls: new Map() }, work);
}

/** The name of one more call of this errand: `s12.1/read account-…#2`. */
export function nextCall(what: string): string {
  const errand = current.getStore();
  if (!errand) throw new Error(`${what} was called on nobody's behalf`);
  const count = (errand.calls.get(what) ?? 0) + 1;
  errand.calls.set(what, count);
  return `${errand.name}/${what}#${count}`;
}

export function errandName(): string {
  return current.getStore()?.name ?? 'nobody';
}

const deciding = new AsyncLocalStorage<string>();

/** While a command on this stream is decided and appended. */
export function runDecision<Result>(stream: string, work: () => Result): Result {
  return deciding.run(stream, work);
}

export function streamUnderDecision(): string | undefined {
  return deciding.getStore();
}
