import { setTimeout as sleep } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import { type Answer, call, type Request } from './call.ts';
import type { KeptProcess } from './kept-process.ts';
import { connect, type Person } from './person.ts';
import type { Choices, World } from './world.ts';

/** A command of a person, before it is sent. */
export type Command = {
  readonly name: string;
  readonly who: Person;
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly body: object;
  /** What the same key must not be used for: another body of the same call. */
  readonly otherBody?: object;
  /**
   * The event that a yes means, which names the command. Absent where a yes may mean nothing new, or where the command
   * has ids of its own.
   */
  readonly event?: string;
  /** What of an answer must be the same each time the command is sent. */
  readonly told?: (body: Answer['body']) => unknown;
  /** Milliseconds that an answer may take: a draw and its payment take more than one decision. */
  readonly patience?: number;
};

/** A command that was sent, with every certain answer to it. */
export type Sent = Command & {
  readonly key: string;
  /** As the API makes it from the key and the user. */
  readonly commandId: string;
  readonly answers: Answer[];
};

export const isAcknowledged = ({ answers }: Sent): boolean => answers.some(({ status }) => status === 200);

/** Beyond what a command may take: the API says 503 after three seconds, and connecting to Postgres takes five. */
const PATIENCE_MS = 20_000;

/**
 * Sends a command until it is certainly answered: at one process, at both at the same time, without the patience to
 * wait for the first answer; after a yes perhaps once more, and perhaps with another body.
 * @returns the last answer; undefined when its sender may not sign in any more
 */
export async function settle(world: World, command: Command, choices: Choices): Promise<Answer | undefined> {
  const { who } = command;
  const key = choices.uuid();
  const [first, second] = inSomeOrder(choices);
  const sent: Sent = { ...command, key, commandId: uuidv5(who.userId, key), answers: [] };
  world.sent.push(sent);
  const way = choices.unit();
  const impatience = choices.between(5, 400);
  const [sendsAgain, sendsOther] = [choices.chance(0.2), choices.chance(0.15)];

  let answer: Answer | undefined;
  if (way < 0.2) [answer] = await Promise.all([send(world, sent, first), send(world, sent, second)]);
  else if (way < 0.4) answer = await send(world, sent, first, impatience);
  else answer = await send(world, sent, first);
  answer = await untilCertain(world, sent, answer, second);
  if (answer?.status !== 200) return answer;
  if (sendsAgain) await send(world, sent, second);
  if (sendsOther && command.otherBody) await sendOtherBody(world, sent, command.otherBody, second);
  return answer;
}

async function untilCertain(
  world: World,
  sent: Sent,
  given: Answer | undefined,
  from: number,
): Promise<Answer | undefined> {
  let answer = given;
  for (let next = from; !answer || !isCertain(answer); next = 1 - next) {
    if (answer?.status === 401 && !(await connect(world, sent.who, next))) return undefined;
    await sleep(100);
    answer = await send(world, sent, next);
  }
  return answer;
}

/** Sends it once more, when all is well, to a process of choice. */
export const sendAgain = (world: World, sent: Sent, at: number): Promise<Answer | undefined> =>
  untilCertain(world, sent, undefined, at);

const isCertain = ({ status }: Answer): boolean => status < 500 && status !== 401;

async function send(
  world: World,
  sent: Sent,
  at: number,
  patience = sent.patience ?? PATIENCE_MS,
): Promise<Answer | undefined> {
  const answer = await request(world, sent, at, { body: sent.body, patience });
  if (!answer || !isCertain(answer)) return answer;
  if (answer.status !== 200) world.figures.refused += 1;
  const lostRight = answer.status === 403;
  if (answer.status !== 200 && isAcknowledged(sent) && !lostRight) {
    world.faults.push(`${sent.name} ${sent.key} was done, and refused then: ${JSON.stringify(answer.body)}`);
  }
  sent.answers.push(answer);
  return answer;
}

async function sendOtherBody(world: World, sent: Sent, body: object, at: number): Promise<void> {
  const answer = await request(world, sent, at, { body, patience: PATIENCE_MS });
  if (!answer || !isCertain(answer) || answer.status === 403) return;
  if (answer.status === 422) world.figures.otherBodyRefused += 1;
  else world.faults.push(`${sent.name} ${sent.key} with another body was answered ${answer.status}`);
}

async function request(
  world: World,
  { name, who, key, method = 'POST', path }: Sent,
  at: number,
  { body, patience }: { readonly body: object; readonly patience: number },
): Promise<Answer | undefined> {
  const { figures, faults, fleet } = world;
  const api = fleet.apis[at];
  if (!api) throw new Error(`there is no process ${at}`);
  const headers = { 'idempotency-key': key, 'x-wallet-address': who.account.address };
  figures.requests += 1;
  const begun = performance.now();
  const asked = { method, path, body, headers, patience, ...(who.cookie && { cookie: who.cookie }) };
  const first = await call(api, asked);
  const answer = first?.body.error === 'SignatureNeeded' ? await signed(world, api, who, asked) : first;
  const took = Math.round(performance.now() - begun);
  if (answer) world.slowest[name] = Math.max(world.slowest[name] ?? 0, took);
  else figures.unanswered += 1;
  const waited = !answer && patience >= PATIENCE_MS && took >= patience;
  if (waited && !api.stoodStillSince?.(begun)) figures.hung += 1;
  if (answer?.status === 503) figures.unavailable += 1;
  if (answer && answer.status >= 500 && answer.status !== 503) {
    faults.push(
      `${name} was answered ${answer.status}: ${await api.explained(String(answer.body.requestId))}`,
    );
  }
  return answer;
}

/** The same request with the wallet's signature; undefined where the text to sign did not come: it is asked for again. */
async function signed(
  { figures }: World,
  api: KeptProcess,
  { account }: Person,
  request: Request & { readonly body: object },
): Promise<Answer | undefined> {
  figures.requests += 2;
  const challenge = await call(api, {
    ...request,
    method: 'POST',
    path: '/api/wallet/act-challenge',
    body: { operation: request.path, input: request.body },
  });
  // A right or a session that is gone since is what the act itself would be told.
  if (challenge?.status !== 200) return challenge;
  const { nonce, message } = challenge.body;
  const signature = await account.signMessage({ message: String(message) });
  const headers = { ...request.headers, 'x-act-nonce': String(nonce), 'x-act-signature': signature };
  return call(api, { ...request, headers });
}

function inSomeOrder(choices: Choices): [number, number] {
  const first = choices.between(0, 1);
  return [first, 1 - first];
}
