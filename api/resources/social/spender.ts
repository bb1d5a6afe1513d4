import { AsyncLocalStorage } from 'node:async_hooks';

/** What a call to a platform is for, and for whom; the program itself reads the posts. */
export type Spender =
  | { readonly purpose: 'posts' }
  | { readonly purpose: 'connect' | 'verify'; readonly userId: string };

const current = new AsyncLocalStorage<Spender>();

/** All calls to platforms that `work` makes are taken from the spender's shares of the day. */
export function spendAs<Result>(spender: Spender, work: () => Promise<Result>): Promise<Result> {
  return current.run(spender, work);
}

/** Whose call it is. A call that is nobody's would be bound by no share, so that it is a fault of the program. */
export function spenderOfCall(): Spender {
  const spender = current.getStore();
  if (!spender) throw new Error('a call to a platform that is for nobody');
  return spender;
}

/** The account for which a call is made, or the program. */
export function askerOfCall(): string {
  const spender = spenderOfCall();
  return spender.purpose === 'posts' ? 'program' : spender.userId;
}
