import * as z from 'zod/mini';
import { read, remove, write } from '../storage/browser-storage.ts';

/** Whose link brought this browser here, until a wallet connects. It is a claim that the server judges. */
const KEY = 'referrerId';

const userId = z.uuid();

/** Where the browser forbids storage, or has no room: as long as the page lives. */
let unstored: string | undefined;

/** Takes a link's last part; one that is no user id is not kept. */
export function rememberReferrer(text: string): void {
  if (!userId.safeParse(text).success) return;
  const id = text.toLowerCase();
  write(KEY, id);
  unstored = read(KEY) === id ? undefined : id;
}

/** Undefined where there is none, or what is stored could not be sent. */
export function rememberedReferrer(): string | undefined {
  const stored = unstored ?? read(KEY);
  return stored !== undefined && userId.safeParse(stored).success ? stored : undefined;
}

export function forgetReferrer(): void {
  unstored = undefined;
  remove(KEY);
}
