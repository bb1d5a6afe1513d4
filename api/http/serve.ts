import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { Endpoint } from '../../contracts/api/endpoint.ts';
import type { Role } from '../../contracts/api/user.ts';
import { HEADERS } from '../../contracts/constants.ts';
import { comparePositions, formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { refusals } from '../../contracts/messages.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import type { CommandContext } from '../../ledger/command-context.ts';
import type { EventLog } from '../../ledger/event-log.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import type { MovedUntil } from '../../ledger/moved-ledger.ts';
import type { PositionGate } from '../../projector/position-gate.ts';
import { takeAnyTime, whileItComes } from '../../projector/time-to-answer.ts';
import type { Denials } from '../auth/denials.ts';
import type { Policies } from '../auth/policies.ts';
import { keepAsAdmins, type Session, sessionFinder } from '../auth/session.ts';
import type { StepUp } from '../auth/step-up.ts';
import type { Config } from '../config.ts';
import type { Connections } from '../connections.ts';
import type { Trial } from '../embedded/trial.ts';
import type { LeaderWatch } from '../processes/leader-watch.ts';
import type { AdminEvents } from '../resources/admin-users/admin-events.ts';
import type { Raffles } from '../resources/raffles/raffles.ts';
import type { Social } from '../resources/social/social.ts';
import type { Vault } from '../vault/vault.ts';
import { type Clock, timestamp } from './clock.ts';
import { HttpError } from './http-error.ts';
import type { LedgerFault } from './ledger-fault.ts';
import type { LedgerRoom } from './ledger-room.ts';
import type { Metrics } from './metrics.ts';
import { requestHashOf, type SentCommand, type SentCommands } from './middleware/idempotency.ts';
import { readJsonBody } from './middleware/json-body.ts';
import type { RateLimits } from './middleware/rate-limit.ts';
import { readYourWrites } from './middleware/read-your-writes.ts';
import { validate } from './middleware/validate.ts';
import type { AppState } from './state.ts';

/** Everything that routes work with; made once in main. */
export type Parts = {
  readonly config: Config;
  readonly trial: Trial;
  /** With its origin only; known once the port is bound. */
  readonly publicUrl: () => string;
  readonly store: EventStore;
  /** The ledger as it was written, for exports. */
  readonly eventLog: EventLog;
  readonly handler: CommandHandler;
  /** Up to where the ledger was copied from another store. */
  readonly movedUntil: MovedUntil;
  readonly ledgerFault: LedgerFault;
  readonly ledgerRoom: LedgerRoom;
  readonly pool: Pool;
  /** For files that are read as slowly as their receiver takes them. */
  readonly exportPool: Pool;
  /** For locks and the like, which need a session of their own in Postgres for as long as they last. */
  readonly sessions: Pool;
  readonly connections: Connections;
  readonly leaderWatch: LeaderWatch;
  readonly gate: PositionGate;
  readonly sentCommands: SentCommands;
  readonly policies: Policies;
  readonly stepUp: StepUp;
  readonly denials: Denials;
  readonly adminEvents: AdminEvents;
  readonly vault: Vault;
  readonly limits: RateLimits;
  readonly social: Social;
  readonly raffles: Raffles;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

type Input<E extends Endpoint> = E['request'] extends z.ZodMiniType ? z.output<E['request']> : undefined;
type Body<E extends Endpoint> = z.input<E['response']>;
export type ApiContext = RouterContext<AppState>;

export type Call<E extends Endpoint> = {
  readonly ctx: ApiContext;
  readonly input: Input<E>;
};
export type SessionCall<E extends Endpoint> = Call<E> & {
  readonly session: Session;
  /** As the ledger had it a moment ago; undefined where the call asks for no right. */
  readonly role: Role | undefined;
};
export type CommandCall<E extends Endpoint> = Omit<SessionCall<E>, 'role'> & {
  readonly command: CommandContext;
};

/** A call that anyone may make. Who acts and is signed in must be the one that is named, if anyone is. */
export function servePublic<E extends Endpoint>(
  router: Router<AppState>,
  parts: Parts,
  endpoint: E & { access: 'public' },
  handle: (call: Call<E>) => Promise<Body<E>>,
): void {
  register(router, parts, endpoint, async (ctx) => {
    const acts = endpoint.method !== 'GET' && !endpoint.carriesRight;
    if (acts) requireNamed(ctx.state.session, ctx.get(HEADERS.walletAddress));
    ctx.body = await handle({ ctx, input: inputOf(endpoint, ctx) });
  });
}

/** A read that needs a session, or the admin right that its endpoint names. */
export function serveQuery<E extends Endpoint>(
  router: Router<AppState>,
  parts: Parts,
  endpoint: E & { command: false },
  handle: (call: SessionCall<E>) => Promise<Body<E>>,
): void {
  register(router, parts, endpoint, async (ctx) => {
    const { session, role } = await permitted(parts, endpoint, ctx);
    ctx.body = await handle({ ctx, session, role, input: inputOf(endpoint, ctx) });
  });
}

/**
 * A command: session → right → rate limit → validate → idempotency key → signature, where the act needs one → the
 * command itself → present. A dry run says what the wallet would have to sign.
 */
export function serveCommand<E extends Endpoint>(
  router: Router<AppState>,
  parts: Parts,
  endpoint: E & { command: true },
  handle: (call: CommandCall<E>) => Promise<Body<E>>,
): void {
  register(router, parts, endpoint, async (ctx) => {
    const { session } = await permitted(parts, endpoint, ctx);
    await parts.limits.commands.take(session.userId);
    const input = inputOf(endpoint, ctx);
    const key = isDryRun(input) ? '' : ctx.get(HEADERS.idempotencyKey);
    if (isDryRun(input)) ctx.state.isCommand = false;
    const sent = await sentCommand(parts, session, ctx, key, input);
    const command = contextOf(parts, endpoint, session, ctx, sent);
    const toSign = await parts.stepUp.wordsOf(endpoint, { body: ctx.request.body ?? {}, params: ctx.params });
    if (toSign !== undefined && !isDryRun(input)) {
      const { commandId } = command;
      await requireSignature(parts, session, ctx, input, {
        words: toSign,
        commandId: key === '' ? undefined : commandId,
      });
    }
    ctx.state.isBegun = !isDryRun(input);
    const answer = await handle({ ctx, session, input, command });
    ctx.body = toSign !== undefined && isDryRun(input) ? Object.assign({}, answer, { toSign }) : answer;
  });
}

type FileCall<E extends Endpoint> = CommandCall<E> & {
  /** For a file that is long under way. @throws HttpError where the session has ended, or lost the right, since */
  readonly stillMay: () => Promise<void>;
};

/**
 * A file that is made while it is sent. `command` is for the note in the ledger that it was taken: whoever asks for its
 * headers alone (HEAD) takes nothing.
 */
export function serveFile<E extends Endpoint>(
  router: Router<AppState>,
  parts: Parts,
  endpoint: E & { command: false; produces: 'text/plain' | 'text/csv' },
  handle: (call: FileCall<E>) => Promise<{ readonly name: string; readonly open: () => Promise<Readable> }>,
): void {
  const findSession = sessionFinder(parts.pool, parts.config.sessions);
  register(router, parts, endpoint, async (ctx) => {
    const { session } = await permitted(parts, endpoint, ctx);
    await parts.limits.commands.take(session.userId);
    await parts.limits.exports.take(session.userId);
    const input = inputOf(endpoint, ctx);
    const command = contextOf(parts, endpoint, session, ctx, { commandId: randomUUID() });
    const stillMay = async () => {
      const living = await findSession(session.hash);
      if (!living) throw new HttpError(401, 'NotSignedIn', refusals.notSignedIn);
      await requireRight(parts, endpoint, living, session.walletAddress);
    };
    const { name, open } = await handle({ ctx, session, input, command, stillMay });
    if (ctx.method === 'HEAD') ctx.status = 200;
    else ctx.body = await open();
    ctx.attachment(name);
    ctx.type = `${endpoint.produces}; charset=utf-8`;
  });
}

/** Server-sent events for as long as `watch` goes on; the caller's wallet may stand in the query. */
export function serveEvents<E extends Endpoint>(
  router: Router<AppState>,
  parts: Parts,
  endpoint: E & { command: false; produces: 'text/event-stream' },
  watch: (ctx: ApiContext, session: Session) => Readable,
): void {
  register(router, parts, endpoint, async (ctx) => {
    const given = ctx.query.walletAddress;
    const inQuery = typeof given === 'string' ? given : '';
    const { session } = await permitted(parts, endpoint, ctx, ctx.get(HEADERS.walletAddress) || inQuery);
    // A compressor and a proxy would hold the lines back.
    ctx.compress = false;
    ctx.set('X-Accel-Buffering', 'no');
    ctx.type = endpoint.produces;
    ctx.body = watch(ctx, session);
  });
}

function contextOf(
  parts: Parts,
  endpoint: Endpoint,
  session: Session,
  ctx: ApiContext,
  command: Pick<CommandContext, 'commandId' | 'firstSentAt'>,
): CommandContext {
  return {
    ...command,
    actor: { kind: endpoint.access === 'session' ? 'user' : 'admin', wallet: session.walletAddress },
    occurredAt: timestamp(parts.clock()),
    correlationId: ctx.state.requestId,
  };
}

export type PublicCommandCall<E extends Endpoint> = Call<E> & {
  readonly session: Session | undefined;
  readonly command: CommandContext;
};

/**
 * A command that anyone may send, signed in or not. Visitors share one space of Idempotency-Keys; so does what carries
 * its right, which stays the same command when its sender signs in or out before it is sent again.
 * @param told what tells one request from another; its hash is kept, so it must not say a person's address
 */
export function servePublicCommand<E extends Endpoint>(
  router: Router<AppState>,
  parts: Parts,
  endpoint: E & { access: 'public'; command: true },
  told: (input: Input<E>) => unknown,
  handle: (call: PublicCommandCall<E>) => Promise<Body<E>>,
): void {
  register(router, parts, endpoint, async (ctx) => {
    const session = endpoint.carriesRight ? ctx.state.session : await namedOrNobody(parts, endpoint, ctx);
    await parts.limits.commands.take(session?.userId ?? ctx.ip);
    const input = inputOf(endpoint, ctx);
    const request = { method: ctx.method, path: ctx.path, body: told(input) };
    const key = ctx.get(HEADERS.idempotencyKey);
    const owner = endpoint.carriesRight ? VISITORS : (session?.userId ?? VISITORS);
    const command: CommandContext = {
      ...(await parts.sentCommands(owner, key, request)),
      actor: session ? { kind: 'user', wallet: session.walletAddress } : { kind: 'user' },
      occurredAt: timestamp(parts.clock()),
      correlationId: ctx.state.requestId,
    };
    ctx.state.isBegun = true;
    ctx.body = await handle({ ctx, session, input, command });
  });
}

/** In the place of a user's id. */
const VISITORS = '7b1c7a52-6d0f-4b0e-9a55-0d3f6f5b9a01';

/** Tells the client where in the ledger its command stands, and whether it was an earlier sending that did it. */
export function announce(
  ctx: ApiContext,
  result: { readonly position: LedgerPosition | undefined; readonly replayed: boolean },
): void {
  if (result.position) ctx.set(HEADERS.ledgerPosition, formatPosition(result.position));
  if (result.replayed) ctx.set('Idempotency-Replayed', 'true');
}

/** The same of what took several commands: who reads what they did waits for the last of it. */
export function announceAll(
  ctx: ApiContext,
  results: readonly { readonly position: LedgerPosition | undefined; readonly replayed: boolean }[],
): void {
  const positions = results.flatMap(({ position }) => position ?? []).toSorted(comparePositions);
  announce(ctx, { position: positions.at(-1), replayed: results.some(({ replayed }) => replayed) });
}

function register(
  router: Router<AppState>,
  { gate }: Parts,
  { method, path, consumes, command }: Endpoint,
  run: (ctx: ApiContext) => Promise<void>,
): void {
  const bind = { GET: router.get, POST: router.post, PUT: router.put }[method];
  bind.call(router, path, async (ctx: ApiContext) => {
    ctx.state.isCommand = command;
    ctx.set('Cache-Control', 'no-store');
    if (method === 'GET') await readYourWrites(gate, ctx);
    else if (consumes === undefined) await whileItComes(() => readJsonBody(ctx));
    else takeAnyTime();
    // A body may take minutes to come: a session that has ended in the meantime does nothing any more.
    await ctx.state.findSession();
    await run(ctx);
  });
}

function inputOf<E extends Endpoint>(endpoint: E, ctx: ApiContext): Input<E> {
  if (!endpoint.request) return undefined as Input<E>; // no schema, and the type says undefined
  const given: unknown = endpoint.method === 'GET' ? ctx.query : (ctx.request.body ?? {});
  // The output type of this endpoint's own schema, which TypeScript cannot follow through the condition.
  return validate(endpoint.request, given) as Input<E>;
}

/**
 * The session, if it may make the call. Who is refused what only an admin may do is noted in the ledger; not where
 * another site has led a browser here, whose owner has asked for nothing.
 * @param claimed the wallet that the caller says is theirs
 */
export async function permitted(
  parts: Parts,
  endpoint: Endpoint,
  ctx: ApiContext,
  claimed = ctx.get(HEADERS.walletAddress),
): Promise<{ readonly session: Session; readonly role: Role | undefined }> {
  const session = ctx.state.session;
  if (!session) throw new HttpError(401, 'NotSignedIn', refusals.notSignedIn);
  try {
    return { session, role: await requireRight(parts, endpoint, session, claimed) };
  } catch (refusal) {
    const isForAdmins = endpoint.access === 'admin' || endpoint.access === 'superAdmin';
    if (isForAdmins && refusal instanceof HttpError && refusal.status === 403 && !isLedHere(ctx)) {
      await parts.denials.note(session.walletAddress, `${endpoint.method} ${endpoint.path}`);
    }
    throw refusal;
  }
}

/** Whether a link of another site made the browser ask: it carries the cookie, and no header that names the wallet. */
function isLedHere(ctx: ApiContext): boolean {
  return ctx.get(HEADERS.walletAddress) === '' && /^(cross|same)-site$/.test(ctx.get('Sec-Fetch-Site'));
}

/** The session of a call that visitors may make, too: who names a wallet means its session, and nobody else's. */
async function namedOrNobody(
  parts: Parts,
  endpoint: Endpoint,
  ctx: ApiContext,
): Promise<Session | undefined> {
  const isNamed = ctx.get(HEADERS.walletAddress) !== '';
  return ctx.state.session || isNamed ? (await permitted(parts, endpoint, ctx)).session : undefined;
}

/**
 * Binds a call to the account that its page shows: another tab of the same browser may have signed in as somebody
 * else since, and the cookie is theirs.
 */
function requireNamed(session: Session | undefined, claimed: string): void {
  if (!session || claimed === '' || lowerCase(claimed) === lowerCase(session.walletAddress)) return;
  throw new HttpError(403, 'WalletHeaderMismatch', refusals.walletHeaderMismatch);
}

async function requireRight(
  parts: Parts,
  endpoint: Endpoint,
  session: Session,
  claimed: string,
): Promise<Role | undefined> {
  requireNamed(session, claimed);
  const isForAdmins = endpoint.access === 'admin' || endpoint.access === 'superAdmin';
  if (claimed === '' && (endpoint.command || isForAdmins)) {
    throw new HttpError(403, 'WalletHeaderMissing', refusals.walletHeaderMissing);
  }
  if (!isForAdmins) return undefined;
  const role = await parts.policies.roleOf(session.walletAddress);
  if (role === 'user') throw new HttpError(403, 'NotAnAdmin', refusals.adminOnly);
  if (role === 'auditor' && !endpoint.forAuditors) {
    throw new HttpError(403, 'AuditorReadsOnly', refusals.auditorReadsOnly);
  }
  if (!(await keepAsAdmins(parts.pool, parts.config.sessions, session))) {
    throw new HttpError(401, 'NotSignedIn', refusals.notSignedIn);
  }
  if (endpoint.access === 'superAdmin' && role === 'admin') {
    throw new HttpError(403, 'NotTheSuperAdmin', endpoint.refusal ?? refusals.superAdminOnly);
  }
  return role;
}

/** A dry run appends nothing, so it may share its key with the act that follows it. Only where the call knows of it. */
const isDryRun = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'dryRun' in input && input.dryRun === true;

/** What the schema has made of the body is what tells one request from another: what it left out changes nothing. */
function sentCommand(
  parts: Parts,
  session: Session,
  ctx: ApiContext,
  key: string,
  input: unknown,
): Promise<SentCommand> {
  const request = { method: ctx.method, path: ctx.path, body: input };
  return parts.sentCommands(session.userId, key, request);
}

function requireSignature(
  parts: Parts,
  session: Session,
  ctx: ApiContext,
  input: unknown,
  act: { readonly words: string; readonly commandId: string | undefined },
): Promise<void> {
  const { method, path } = ctx;
  const requestHash = requestHashOf({ method, path, body: input });
  return parts.stepUp.require(
    { ...act, session, operation: path, requestHash },
    { nonce: ctx.get(HEADERS.actNonce), signature: ctx.get(HEADERS.actSignature) },
  );
}
