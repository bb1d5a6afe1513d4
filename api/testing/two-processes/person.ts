import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { call } from './call.ts';
import type { World } from './world.ts';

/** A wallet with its browser; the session is good at every process. */
export type Person = {
  readonly account: PrivateKeyAccount;
  readonly referrerId: string | undefined;
  /** Empty before the first sign-in. */
  userId: string;
  cookie: string | undefined;
  /** True when the account was removed. */
  isGone: boolean;
  /** The names that the person has had. */
  readonly names: string[];
};

/** @param name makes the key of the wallet: the same name is the same person */
export function newPerson(name: string, referrerId?: string): Person {
  const account = privateKeyToAccount(`0x${createHash('sha256').update(name).digest('hex')}`);
  return { account, referrerId, userId: '', cookie: undefined, isGone: false, names: [] };
}

/** Milliseconds for one step of a sign-in. */
const PATIENCE_MS = 10_000;

/**
 * Signs in, however long that takes; the challenge may come from another process than the one that redeems it.
 * @returns false when the account was removed
 */
export async function connect(world: World, person: Person, at: number): Promise<boolean> {
  for (let next = at; ; next = 1 - next) {
    const outcome = await tryToConnect(world, person, next);
    if (outcome !== 'unknown') return outcome === 'connected';
    await sleep(100);
  }
}

async function tryToConnect(
  { fleet, faults, figures }: World,
  person: Person,
  at: number,
): Promise<'connected' | 'removed' | 'unknown'> {
  const [issuer, redeemer] = [fleet.apis[at], fleet.apis[1 - at]];
  if (!issuer || !redeemer) throw new Error('there are two processes');
  const { account, referrerId } = person;
  const walletAddress = account.address;
  const post = { method: 'POST', patience: PATIENCE_MS } as const;
  figures.requests += 2;
  const challenge = await call(issuer, { ...post, path: '/api/wallet/challenge', body: { walletAddress } });
  if (challenge?.status !== 200) return 'unknown';
  const message = String(challenge.body.message);
  const signature = await account.signMessage({ message });
  const answer = await call(redeemer, {
    ...post,
    path: '/api/wallet/connect',
    body: { walletAddress, message, signature, walletType: 'metamask', ...(referrerId && { referrerId }) },
  });
  if (answer?.status === 200) {
    // The answer of a sign-in has the user.
    const { id } = answer.body.user as { id: string };
    if (person.userId !== '' && person.userId !== id) faults.push(`${walletAddress} has two accounts`);
    person.userId = id;
    person.cookie = answer.cookie;
    return 'connected';
  }
  if (answer && answer.status >= 500 && answer.status !== 503) {
    const why = await redeemer.explained(String(answer.body.requestId));
    faults.push(`a sign-in was answered ${answer.status}: ${why}`);
  }
  if (answer?.body.error !== 'AccountIsRemoved') return 'unknown';
  person.isGone = true;
  return 'removed';
}
