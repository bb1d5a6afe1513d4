import { setTimeout as sleep } from 'node:timers/promises';
import type { SocialReturn } from '../../../contracts/api/social.ts';
import type { Platform } from '../../../contracts/constants.ts';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { connectSocial, HandleTaken } from '../../../ledger/accounts/connect-social.ts';
import { PlatformAlreadyConnected } from '../../../ledger/accounts/errors.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import { PlatformLimited, PlatformRefused, PlatformUnavailable } from '../../integrations/social/errors.ts';
import type { OAuthVerifier } from '../../integrations/social/verifier.ts';
import { askedEnough } from './ask-platform.ts';
import { redirectUriOf } from './begin-connecting.ts';
import { sealHandle } from './handles.ts';
import type { Social } from './social.ts';
import { spendAs } from './spender.ts';

/** Milliseconds. */
const LOOK_EVERY = 100;

/** What the platform put into the address that it sent the user back to. */
export type ReturnQuery = {
  readonly code: string | undefined;
  readonly state: string | undefined;
  /** Set when the user said no there. */
  readonly error: string | undefined;
};

type Parts = { readonly handler: CommandHandler; readonly social: Social; readonly publicUrl: string };

export type Returned = { readonly outcome: SocialReturn; readonly position: LedgerPosition | undefined };

/**
 * The user comes back from a platform: the state must be the one that this user was sent off with, the code is
 * changed into tokens, the platform says whose they are, and that account is connected and paid once. The tokens
 * are kept only after that.
 * @throws LedgerUnavailable, AccountIsRemoved
 */
export async function returnFromPlatform(
  parts: Parts,
  userId: string,
  platform: Platform,
  query: ReturnQuery,
  command: CommandContext,
): Promise<Returned> {
  const { social } = parts;
  const { state } = query;
  const verifier = social.verifiers[platform];
  if (verifier.kind !== 'oauth' || state === undefined) return ended('expired');
  // Whoever is erased from here on has nothing connected by a journey that was begun before.
  const sealedAfter = await social.seals.erasures(userId);
  const codeVerifier = await social.states.redeem(state, userId, platform, query.code);
  if (codeVerifier === undefined) {
    return ended(await outcomeOfEarlier(parts, userId, platform, { state, code: query.code }));
  }
  let outcome: SocialReturn = 'failed';
  try {
    const returned = await arrive(
      parts,
      { userId, platform, verifier, codeVerifier, sealedAfter },
      query,
      command,
    );
    outcome = returned.outcome;
    return returned;
  } finally {
    // One that stays is over by itself.
    await social.states.end(state, outcome).catch(() => undefined);
  }
}

type Journey = {
  readonly userId: string;
  readonly platform: Platform;
  readonly verifier: OAuthVerifier;
  readonly codeVerifier: string;
  /** How many erasures of the account there were before it came back. */
  readonly sealedAfter: number;
};

async function arrive(
  { handler, social, publicUrl }: Parts,
  { userId, platform, verifier, codeVerifier, sealedAfter }: Journey,
  { code, error: refusal }: ReturnQuery,
  command: CommandContext,
): Promise<Returned> {
  if (code === undefined) return ended(refusal === 'access_denied' ? 'denied' : 'failed');
  try {
    const signal = askedEnough();
    const redirectUri = redirectUriOf(publicUrl, platform);
    const { tokens, account } = await spendAs({ purpose: 'connect', userId }, async () => {
      const given = await verifier.exchange({ code, codeVerifier, redirectUri }, signal);
      return { tokens: given, account: await verifier.identify(given.accessToken, signal) };
    });
    const { platformUserId, handle } = account;
    const sealed = await sealHandle(social.seals, { userId, platform, handle, sealedAfter });
    const connected = { userId, platform, platformUserId, ...sealed, method: 'oauth' as const };
    // Under the key of before the connection stands: who is erased behind it has no tokens here.
    const keepTokens = await social.tokens.prepare(userId, platform, tokens);
    const { position, after } = await connectSocial(handler, connected, command);
    if (after.erasures === sealedAfter) await keepTokens();
    return { outcome: 'connected', position };
  } catch (error) {
    if (error instanceof HandleTaken) return ended('taken');
    if (error instanceof PlatformAlreadyConnected) return ended('other_account');
    if (
      error instanceof PlatformUnavailable ||
      error instanceof PlatformLimited ||
      error instanceof PlatformRefused
    ) {
      return ended('failed');
    }
    throw error;
  }
}

/**
 * Who comes again with a state that is used up: the answer was lost on the way, or is not there yet, since the platform
 * is slow and the page was loaded anew. Who went by the same link once more, and brings another code, sets off anew.
 */
async function outcomeOfEarlier(
  parts: Parts,
  userId: string,
  platform: Platform,
  { state, code }: { readonly state: string; readonly code: string | undefined },
): Promise<SocialReturn> {
  const { states } = parts.social;
  const signal = askedEnough();
  let outcome = await states.outcomeOf(state, userId, platform, code);
  while (outcome === 'under way' && !signal.aborted) {
    await sleep(LOOK_EVERY);
    outcome = (await states.outcomeOf(state, userId, platform, code)) ?? 'failed';
  }
  if (outcome !== undefined && outcome !== 'under way' && outcome !== 'failed') return outcome;
  // What failed, or died, on the way may have been connected before, or all the same.
  if (await isConnected(parts, userId, platform)) return 'connected';
  return outcome === undefined ? 'expired' : 'failed';
}

async function isConnected({ handler, social }: Parts, userId: string, platform: Platform): Promise<boolean> {
  const { socials } = await readAccount(handler, userId);
  return socials[platform]?.platformUserId !== undefined && social.tokens.has(userId, platform);
}

function ended(outcome: SocialReturn): Returned {
  return { outcome, position: undefined };
}
