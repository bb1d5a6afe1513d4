import { Agent } from 'node:http';
import { seededRandom } from '../../embedded/demo-data/random.ts';
import type { TestClient } from '../client.ts';
import { faultOf, parsed } from './check-answer.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';
import { makeRequest } from './make-request.ts';
import { type Operation, readOpenApi } from './operations.ts';
import { createPeople, type People, ROLES } from './people.ts';
import { type FuzzAnswer, type FuzzRequest, inWords, send } from './send.ts';

export type FuzzOptions = {
  readonly url: string;
  /** The super admin's, signed in. */
  readonly superAdmin: TestClient;
  /** The same seed sends the same requests, as far as the server's own ids allow. */
  readonly seed: number;
  readonly seconds: number;
  /** A busy machine goes on until so many are sent; nothing but the time counts if not given. */
  readonly atLeast?: number;
};

export type FuzzReport = {
  readonly requests: number;
  /** How often each operation answered each status: `POST /api/rewards/claim 200`. */
  readonly answers: ReadonlyMap<string, number>;
  readonly operations: readonly string[];
  /** Each with its request, so that it can be sent again. */
  readonly faults: readonly string[];
};

/** Requests that are under way side by side. */
const LANES = 4;
/** Requests after which people sign in again and read their mails. */
const ROUND = 150;
/** Faults after which there is enough to mend. */
const ENOUGH = 20;

/** Sends requests of all kinds to a running program and looks at every answer. */
export async function fuzz({
  url,
  superAdmin,
  seed,
  seconds,
  atLeast = 0,
}: FuzzOptions): Promise<FuzzReport> {
  const api = await readOpenApi(url);
  const known = createKnownValues();
  const people = await createPeople(url, superAdmin, known);
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const origin = new URL(url).origin;
  const answers = new Map<string, number>();
  const faults = new Map<string, string>();
  const until = performance.now() + seconds * 1_000;
  // Mails and confirmed tasks are a trial's, and one header of a proxy ends it: such headers come in the second half.
  const halfTime = until - seconds * 500;
  let requests = 0;

  const one = async (number: number) => {
    const random = seededRandom(`${seed}/${number}`);
    // Every second one in turn, so that also a short run asks all.
    const inTurn = api.operations[(number >> 1) % api.operations.length];
    const operation = number % 2 === 0 && inTurn ? inTurn : random.pick(api.operations);
    const role = random.pick(preferred(operation));
    const sent = makeRequest(
      operation,
      people.of(role),
      { origin, mayEndTrial: performance.now() > halfTime && number > atLeast / 2 },
      random,
      known,
    );
    const name = `${operation.method} ${operation.path}`;
    const report = (fault: string, said: string) => {
      const text = `${name}: ${fault}\n${said}\nseed ${seed}, request ${number}, as ${role}:\n${inWords(sent)}`;
      if (!faults.has(`${name}: ${fault}`)) faults.set(`${name}: ${fault}`, text);
    };
    try {
      const answer = await send(url, agent, sent);
      const fault = faultOf(api, operation, sent, answer);
      if (fault !== undefined) report(fault, answer.body.toString('utf8').slice(0, 300));
      if (sent.method !== operation.method) return;
      // Who was signed out or removed, maybe by themselves, comes again, so that most requests get beyond the door.
      if (answer.status === 401 && role !== 'nobody') await people.renew();
      const key = `${name} ${answer.status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      if (answer.status === 200) await learn(known, people, operation, sent, answer);
    } catch (error) {
      report('no answer', String(error));
    }
  };
  const lane = async () => {
    while ((performance.now() < until || requests < atLeast) && faults.size < ENOUGH) {
      requests += 1;
      const number = requests;
      if (number % ROUND === 0) await Promise.all([people.renew(), people.readMails()]);
      await one(number);
      if (number % ROUND !== 0) continue;
      const live = await fetch(new URL('/livez', url));
      if (live.status !== 200) faults.set('livez', `/livez answers ${live.status} after request ${number}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  agent.destroy();
  const ready = await fetch(new URL('/readyz', url));
  if (ready.status !== 200) faults.set('readyz', `/readyz: ${await ready.text()}`);
  const operations = api.operations.map(({ method, path }) => `${method} ${path}`);
  return { requests, answers, operations, faults: [...faults.values()] };
}

/** Who has the right to a call comes more often than others, so that commands are really done. */
function preferred({ path }: Operation) {
  const one = path.startsWith('/api/admin/') || path.startsWith('/api/music/') ? 'admin' : 'user';
  return [...ROLES, one, one, one, one] as const;
}

async function learn(
  known: KnownValues,
  people: People,
  { path }: Operation,
  sent: FuzzRequest,
  { headers, body }: FuzzAnswer,
): Promise<void> {
  const position = headers['x-ledger-position'];
  if (typeof position === 'string') known.note('ledgerPosition', position);
  const key = sent.headers['idempotency-key'];
  if (typeof key === 'string') known.note('idempotency-key', key);
  const value = parsed(body);
  known.noteAnswer(path, value);
  const isChallenge = typeof value === 'object' && value !== null && 'message' in value;
  if (!path.endsWith('/challenge') || !isChallenge || typeof value.message !== 'string') return;
  const signed = await people.sign(value.message);
  if (signed) known.note('signed', JSON.stringify({ ...signed, message: value.message }));
}
