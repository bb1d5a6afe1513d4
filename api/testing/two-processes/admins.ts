import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './call.ts';
import { connect, newPerson, type Person } from './person.ts';
import { type Command, settle } from './sent.ts';
import { type Choices, choicesOf, type World } from './world.ts';

/** Does what admins do, whether or not the right is there at this moment, until the time is over. */
export async function administer(world: World, who: Person, name: string): Promise<void> {
  const choices = choicesOf(world, name);
  await workOn(world, who, choices, () => choices.pick(ACTS)(world, who, choices));
}

/** Gives and takes rights all the time, and now and then acts on all accounts. */
export async function superAdminister(world: World, who: Person, admins: readonly Person[]): Promise<void> {
  const choices = choicesOf(world, 'super-admin');
  const others = [...admins, ...admins, ...bystanders(world)];
  await workOn(world, who, choices, async () => {
    const other = choices.pick(others).account.address;
    const drawn = choices.unit();
    const lot = isOnAll(drawn) && !world.mayActOnAll() ? drawn - 0.5 : drawn;
    if (lot < 0.4) return add(world, who, choices, other);
    if (lot < 0.7) return remove(world, who, choices, other);
    if (lot < 0.8) return readHistory(world, who, choices);
    if (lot < 0.82)
      return massAct('mass-clear', 'clear-all-balances', 'MassClearRequested')(world, who, choices);
    if (lot < 0.84) return massAct('mass-reset', 'reset-rewards', 'MassResetRequested')(world, who, choices);
    if (lot < 0.87) return exportFile(world, who, choices, 'activity');
    return choices.pick(ACTS)(world, who, choices);
  });
}

/** Whether this lot of the super admin's is for an act on all accounts, or for a file of all that was done. */
const isOnAll = (lot: number) => lot >= 0.8 && lot < 0.87;

async function workOn(
  world: World,
  who: Person,
  choices: Choices,
  act: () => Promise<unknown>,
): Promise<void> {
  await connect(world, who, choices.between(0, 1));
  while (!world.over.aborted && !who.isGone) {
    await act();
    await sleep(choices.between(0, 80));
  }
}

type Act = (world: World, who: Person, choices: Choices) => Promise<unknown>;

const sendReward: Act = (world, who, choices) => {
  const { account } = choices.pick(world.known);
  const amount = `${choices.between(1, 50)}.${choices.between(1, 9)}`;
  const body = { walletAddress: account.address, amount, reason: 'Well done' };
  return settle(
    world,
    {
      name: 'send-reward',
      who,
      path: '/api/admin/send-reward',
      body,
      otherBody: { ...body, amount: '51' },
      event: 'RewardGranted',
      told: ({ userId, amount: sent, pendingBefore, pendingAfter }) => [
        userId,
        sent,
        pendingBefore,
        pendingAfter,
      ],
    },
    choices,
  );
};

const clear: Act = (world, who, choices) => {
  const { userId } = choices.pick(world.known);
  const body = { userId, reason: 'A mistake' };
  return settle(
    world,
    {
      name: 'clear',
      who,
      path: '/api/admin/clear-balance',
      body,
      otherBody: { userId, reason: 'Another' },
      told: ({ amount }) => amount,
    },
    choices,
  );
};

const removeUser: Act = (world, who, choices) => {
  const { userId } = choices.pick(world.known);
  return settle(
    world,
    { name: 'remove-user', who, path: '/api/admin/remove-user', body: { userId } },
    choices,
  );
};

const undo: Act = async (world, who, choices) => {
  const eventId = [...world.undoable].at(choices.between(0, Math.max(0, world.undoable.size - 1)));
  if (!eventId) return;
  world.undoable.delete(eventId);
  await settle(world, { name: 'undo', who, path: '/api/admin/undo', body: { eventId } }, choices);
};

const startRaffle: Act = async (world, who, choices) => {
  if (!world.mayActOnAll()) return;
  const winnerCount = choices.between(1, 4);
  const tieredAmounts = Array.from({ length: winnerCount }, (_, place) => String(winnerCount - place));
  const isTiered = choices.chance(0.5);
  const answer = await settle(
    world,
    {
      name: 'raffle',
      who,
      path: '/api/admin/raffle',
      body: isTiered
        ? { winnerCount, useTieredRewards: true, tieredAmounts }
        : { winnerCount, amount: `${winnerCount}.5` },
      otherBody: { winnerCount, amount: '7' },
      event: 'RaffleCommitted',
      told: ({ raffleId, number }) => [raffleId, number],
      patience: RAFFLE_MS,
    },
    choices,
  );
  if (answer?.status === 200) world.raffles.add(String(answer.body.raffleId));
};

const payRaffle: Act = async (world, who, choices) => {
  if (world.raffles.size === 0) return;
  await settle(world, payment(who, choices.pick([...world.raffles])), choices);
};

/** Pays every place of a raffle. */
export const payment = (who: Person, raffleId: string): Command => ({
  name: 'pay-raffle',
  who,
  path: `/api/admin/raffle/${raffleId}/pay`,
  body: {},
  patience: RAFFLE_MS,
});

const RAFFLE_MS = 90_000;

/** An admin makes others admins. */
const addSomebody: Act = (world, who, choices) =>
  add(world, who, choices, choices.pick(bystanders(world)).account.address);

/** Who has admin rights at times and never uses them. */
const bystanders = ({ seed }: World) => [1, 2, 3].map((n) => newPerson(`${seed}/bystander/${n}`));

function add(world: World, who: Person, choices: Choices, adminWallet: string) {
  const command = { name: 'add-admin', who, path: '/api/admin/add-admin', body: { adminWallet } };
  return settle(world, { ...command, event: 'AdminAdded' }, choices);
}

function remove(world: World, who: Person, choices: Choices, adminId: string) {
  const command = { name: 'remove-admin', who, path: '/api/admin/remove-admin', body: { adminId } };
  return settle(world, { ...command, event: 'AdminRemoved' }, choices);
}

const massAct =
  (name: string, path: string, event: string): Act =>
  (world, who, choices) =>
    settle(
      world,
      {
        name,
        who,
        path: `/api/admin/${path}`,
        body: { reason: 'A new season' },
        otherBody: { reason: 'Another season' },
        event,
        told: ({ requestId, count, total }) => [requestId, count, total],
      },
      choices,
    );

/** Finds what can be undone. */
async function readHistory(world: World, who: Person, choices: Choices): Promise<void> {
  const answer = await read(world, who, choices, '/api/admin/activity-history?limit=100');
  if (answer?.status !== 200) return;
  // The contract's own shape.
  const { activities } = answer.body as unknown as { activities: { id: string; undoable: boolean }[] };
  for (const { id, undoable } of activities) if (undoable) world.undoable.add(id);
}

const exportSomething: Act = (world, who, choices) =>
  exportFile(world, who, choices, choices.pick(['emails', 'wallets', 'users', 'whitelist']));

const exportWhole: Act = async (world, who, choices) => {
  if (world.mayActOnAll()) await exportSomething(world, who, choices);
};

async function exportFile(world: World, who: Person, choices: Choices, kind: string): Promise<void> {
  const answer = await read(world, who, choices, `/api/admin/export-${kind}`);
  if (answer?.status === 200) world.figures.exports += 1;
}

async function read(world: World, { account, cookie }: Person, choices: Choices, path: string) {
  const api = choices.pick(world.fleet.apis);
  const headers = { 'x-wallet-address': account.address };
  world.figures.requests += 1;
  const answer = await call(api, {
    method: 'GET',
    path,
    headers,
    patience: 20_000,
    ...(cookie && { cookie }),
  });
  if (answer && answer.status >= 500 && answer.status !== 503) {
    const why = await api.explained(String(answer.body.requestId));
    world.faults.push(`${path} was answered ${answer.status}: ${why}`);
  }
  return answer;
}

/** What is done more often stands here more often. */
const ACTS: readonly Act[] = [
  ...new Array<Act>(12).fill(sendReward),
  clear,
  clear,
  removeUser,
  undo,
  undo,
  startRaffle,
  payRaffle,
  addSomebody,
  exportWhole,
  exportWhole,
];
