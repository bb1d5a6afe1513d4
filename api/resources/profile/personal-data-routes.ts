import { setTimeout as sleep } from 'node:timers/promises';
import type Router from '@koa/router';
import { erasePersonalData as eraseEndpoint, eraseUserData } from '../../../contracts/api/personal-data.ts';
import { PLATFORMS } from '../../../contracts/constants.ts';
import { erasureTexts, type PersonalData } from '../../../contracts/erasure-texts.ts';
import { erasePersonalData } from '../../../ledger/accounts/erase-personal-data.ts';
import type { AccountState } from '../../../ledger/accounts/state.ts';
import { announce, type Parts, serveCommand } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { eraseKept } from '../../vault/erase-kept.ts';
import { eraseUntold } from '../../vault/erase-untold.ts';

type Erased = Awaited<ReturnType<typeof erasePersonalData>>;

/** Erasing what is known of a person: by the person, and by an admin who was asked to. */
export function personalDataRoutes(router: Router<AppState>, parts: Parts): void {
  const { handler, policies } = parts;

  serveCommand(router, parts, eraseEndpoint, async ({ ctx, session, input, command }) => {
    const { dryRun = false } = input;
    const { userId } = session;
    const result = await erasePersonalData(handler, { userId, dryRun }, command);
    announce(ctx, result);
    if (!dryRun) await eraseBeside(parts, userId, result);
    return answer(result, dryRun);
  });

  serveCommand(router, parts, eraseUserData, async ({ ctx, session, input, command }) => {
    const { userId, reason = erasureTexts.byAdmin, dryRun = false } = input;
    const authorize = policies.requireAdmin(session.walletAddress);
    const result = await erasePersonalData(handler, { userId, reason, dryRun, authorize }, command);
    announce(ctx, result);
    if (!dryRun) await eraseBeside(parts, userId, result);
    return answer(result, dryRun);
  });
}

/** What is kept beside the ledger, also where the ledger itself has nothing to erase. */
async function eraseBeside(parts: Parts, userId: string, { events }: Erased): Promise<void> {
  await eraseNow(parts, userId);
  if (events.length === 0) await eraseUntold(parts.pool, userId);
}

/** Milliseconds that an answer waits until what is kept beside the ledger is gone. */
const PATIENCE_MS = 2_000;

/** Not to leave it to the process that follows the ledger, which does it again, and alone where this fails or takes long. */
async function eraseNow({ pool, store, logger }: Parts, userId: string): Promise<void> {
  const patience = new AbortController();
  const erasing = eraseKept(pool, store, userId).catch((error: unknown) => {
    logger.warn(
      { err: error, userId },
      'what is kept of an erased account waits for the process that erases it',
    );
  });
  await Promise.race([erasing, sleep(PATIENCE_MS, undefined, { signal: patience.signal })]);
  patience.abort();
}

function answer({ events, before }: Erased, dryRun: boolean) {
  const found = personalDataOf(before);
  const words = dryRun ? erasureTexts.would(found) : erasureTexts.erased(found);
  const message = events.length > 0 ? words : erasureTexts.alreadyErased;
  return { success: true as const, message, dryRun, found: { ...found, handles: [...found.handles] } };
}

function personalDataOf({ email, socials, username }: AccountState): PersonalData {
  const handles = PLATFORMS.filter((platform) => {
    const { handle, sealedHandle } = socials[platform] ?? {};
    return handle !== undefined || sealedHandle !== undefined;
  });
  return { hasEmail: email !== undefined, handles, username: username ?? null };
}
