import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { privateKeyToAccount } from 'viem/accounts';
import { SESSION_COOKIE } from '../../http/session-cookie.ts';
import { type Answer, type Call, send, type Target } from './call.ts';
import type { Somebody, World } from './world.ts';

/** What people do, in the order of the table. `bare` goes to the bare server, all others to the program. */
export const LANES = [
  { name: 'bare', title: '(a) bare Koa, one indexed query', mostATurn: undefined },
  { name: 'dashboard', title: '(b) dashboard', mostATurn: undefined },
  { name: 'leaderboard', title: '(c) leaderboard page', mostATurn: undefined },
  { name: 'search', title: '(d) admin user list, search', mostATurn: undefined },
  { name: 'reward', title: '(e) send reward', mostATurn: undefined },
  // Each needs an account that has not done it yet.
  { name: 'claim', title: '(f) claim', mostATurn: 'people' },
  { name: 'check-in', title: '(g) check-in', mostATurn: 'people' },
  { name: 'sign-in', title: '(h) sign-in', mostATurn: undefined },
] as const;

export type LaneName = (typeof LANES)[number]['name'];

/** One thing that somebody does, from its first byte to the last one of the answer. */
export type Act = (agent: Agent, target: Target) => Promise<Answer>;

/** Gives the next act of a lane; those that an account can do once take the people in turn. */
export function createLanes({ people, admin, signers }: World): (lane: LaneName) => Act {
  const turns = new Map<LaneName, number>();
  const next = <One>(lane: LaneName, all: readonly One[]): One => {
    const turn = turns.get(lane) ?? 0;
    turns.set(lane, turn + 1);
    const one = all[turn % all.length];
    if (one === undefined) throw new Error('nobody is there');
    return one;
  };
  const once = <One>(lane: LaneName, all: readonly One[]): One => {
    if ((turns.get(lane) ?? 0) >= all.length)
      throw new Error(`${lane}: all accounts are used up; raise --users`);
    return next(lane, all);
  };
  const anybody = () => next('dashboard', people);
  const one =
    (call: Call): Act =>
    (agent, target) =>
      send(agent, target, call);
  const acts: Record<LaneName, () => Act> = {
    bare: () => one({ method: 'GET', path: `/users/${anybody().userId}`, headers: {} }),
    dashboard: () => one({ method: 'GET', path: '/api/dashboard', headers: signedIn(anybody()) }),
    leaderboard: () => one({ method: 'GET', path: '/api/leaderboard', headers: signedIn(anybody()) }),
    search: () => {
      const search = anybody().walletAddress.slice(4, 10);
      return one({ method: 'GET', path: `/api/admin/users?search=${search}`, headers: signedIn(admin) });
    },
    reward: () => {
      const { walletAddress } = next('reward', people);
      return one(command(admin, '/api/admin/send-reward', { walletAddress, amount: '1', reason: 'Bench' }));
    },
    claim: () => one(command(once('claim', people), '/api/rewards/claim', {})),
    'check-in': () => one(command(once('check-in', people), '/api/rewards/check-in', {})),
    'sign-in': () => {
      const { walletAddress, privateKey } = next('sign-in', signers);
      return async (agent, target) => {
        const asked = await send(agent, target, post('/api/wallet/challenge', { walletAddress }));
        const { message } = JSON.parse(asked.body);
        const signature = await privateKeyToAccount(privateKey).signMessage({ message });
        const proof = { walletAddress, walletType: 'metamask', message, signature };
        return send(agent, target, post('/api/wallet/connect', proof));
      };
    },
  };
  return (lane) => acts[lane]();
}

export const signedIn = ({ token, walletAddress }: Somebody) => ({
  cookie: `${SESSION_COOKIE}=${token}`,
  'x-wallet-address': walletAddress,
});

function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Call {
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

export function command(who: Somebody, path: string, body: object): Call {
  return post(path, body, { ...signedIn(who), 'idempotency-key': randomUUID() });
}
