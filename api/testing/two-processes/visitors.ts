import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { systemClock } from '../../http/clock.ts';
import { issueToken } from '../../integrations/email/tokens.ts';
import { connect, newPerson, type Person } from './person.ts';
import { settle } from './sent.ts';
import { type Choices, choicesOf, type World } from './world.ts';

/** How a visitor goes about it: the share of newcomers among all turns, and the longest rest between two, in milliseconds. */
export type Pace = { readonly newcomers: number; readonly rest: number };
const LEISURELY: Pace = { newcomers: 0.1, rest: 50 };

/** One after the other: opens accounts, and does with them what visitors do, until the time is over. */
export async function visit(world: World, name: string, { newcomers, rest } = LEISURELY): Promise<void> {
  const choices = choicesOf(world, name);
  let people: Person[] = [];
  for (let n = 0; !world.over.aborted; n++) {
    people = people.filter(({ isGone }) => !isGone);
    if (people.length === 0 || choices.chance(newcomers)) {
      const referrer = world.known.length > 0 && choices.chance(0.6) ? choices.pick(world.known) : undefined;
      people.push(await arrive(world, `${name}/${n}`, choices, referrer));
      continue;
    }
    await choices.pick(ACTS)(world, choices.pick(people), choices);
    await sleep(choices.between(0, rest));
  }
}

/** Somebody new, with an account. */
export async function arrive(
  world: World,
  name: string,
  choices: Choices,
  referrer?: Person,
): Promise<Person> {
  const person = newPerson(`${world.seed}/${name}`, referrer?.userId);
  await connect(world, person, choices.between(0, 1));
  world.known.push(person);
  return person;
}

type Act = (world: World, who: Person, choices: Choices) => Promise<unknown>;

const claim: Act = (world, who, choices) =>
  settle(
    world,
    {
      name: 'claim',
      who,
      path: '/api/rewards/claim',
      body: {},
      event: 'RewardsClaimed',
      told: ({ receipt }) => receipt,
    },
    choices,
  );

/** Two tabs of one person: only one of them can get what is pending. */
const claimTwice: Act = (world, who, choices) =>
  Promise.all([claim(world, who, choices), claim(world, who, choices)]);

const checkIn: Act = (world, who, choices) =>
  settle(
    world,
    {
      name: 'check-in',
      who,
      path: '/api/rewards/check-in',
      body: {},
      event: 'CheckedIn',
      told: (body) => body,
    },
    choices,
  );

const joinWhitelist: Act = (world, who, choices) =>
  settle(world, { name: 'whitelist', who, path: '/api/whitelist', body: {} }, choices);

/** To a name that others want too, or back to one of before. */
const rename: Act = async (world, who, choices) => {
  const goesBack = who.names.length > 0 && choices.chance(0.4);
  const username = goesBack ? choices.pick(who.names) : `name_${choices.between(1, 40)}`;
  const answer = await settle(
    world,
    {
      name: 'rename',
      who,
      method: 'PUT',
      path: `/api/users/${who.account.address}/username`,
      body: { username },
      otherBody: { username: `${username}_other`.slice(0, 20) },
      event: 'UsernameChanged',
      told: (body) => body,
    },
    choices,
  );
  if (answer?.status === 200) who.names.push(username);
};

const claimTwoNames: Act = (world, who, choices) =>
  Promise.all([rename(world, who, choices), rename(world, who, choices)]);

/** Asks for what only an admin may do. */
const trespass: Act = async (world, who, choices) => {
  const body = { walletAddress: who.account.address, amount: '1000', reason: 'for myself' };
  const answer = await settle(
    world,
    { name: 'trespass', who, path: '/api/admin/send-reward', body },
    choices,
  );
  if (answer?.status === 200) world.faults.push(`${who.account.address} sent rewards without a right`);
  if (answer?.status === 403) world.figures.denials += 1;
};

/** Signs an address up and verifies it; the link is taken from where the mailer would take it. */
export const verifyEmail: Act = async (world, who, choices) => {
  const email = `${who.account.address.slice(2, 14)}.${choices.between(1, 2)}@example.com`;
  const body = { email, walletAddress: who.account.address, marketingOptIn: choices.chance(0.5) };
  const signedUp = await settle(world, { name: 'sign-up', who, path: '/api/email/signup', body }, choices);
  if (signedUp?.status !== 200) return;
  const token = await patiently(() => linkOf(world, who));
  if (!token) return;
  await settle(world, { name: 'verify', who, path: '/api/email/verify', body: { token } }, choices);
};

/** The test's own questions to the stores, which may be away for a while. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 300) throw error;
      await sleep(200);
    }
  }
}

/** Undefined when there is nothing to verify. */
async function linkOf({ fleet: { store, pool } }: World, { userId }: Person): Promise<string | undefined> {
  let signup: Extract<AccountEvent, { type: 'EmailSignedUp' }>['data'] | undefined;
  for await (const stored of store.readStream(streamOf('account', userId), 0n)) {
    // An account's stream holds account events only.
    const event = stored as unknown as StoredEvent<AccountEvent>;
    if (event.type === 'EmailSignedUp') signup = event.data;
    if (event.type === 'EmailVerified') return undefined;
  }
  return signup && issueToken(pool, systemClock, { userId, ...signup });
}

/** What is done more often stands here more often. */
const ACTS: readonly Act[] = [
  claim,
  claim,
  claim,
  claimTwice,
  checkIn,
  joinWhitelist,
  rename,
  rename,
  claimTwoNames,
  trespass,
  verifyEmail,
];
