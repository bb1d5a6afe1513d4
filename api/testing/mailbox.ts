import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import type { getDevOutbox } from '../../contracts/api/email.ts';
import type { ResponseOf } from '../../contracts/api/endpoint.ts';
import type { TestClient } from './client.ts';

type Received = ResponseOf<typeof getDevOutbox>['messages'][number];

/** All mails of a local trial, newest first. */
export async function outbox(client: TestClient): Promise<Received[]> {
  return (await client.get<{ messages: Received[] }>('/api/dev/outbox')).body.messages;
}

/** Waits until an address has got so many mails; newest first. */
export async function mailsTo(client: TestClient, address: string, count = 1): Promise<Received[]> {
  for (let tries = 0; tries < 600; tries++) {
    const mails = (await outbox(client)).filter(({ to }) => to.includes(address));
    if (mails.length >= count) return mails;
    await sleep(50);
  }
  throw new Error(`${address} did not get ${count} mails`);
}

/** The token of a mail's link. */
export function tokenIn({ text }: { readonly text: string }): string {
  const token = /\/verify-email\?token=([A-Za-z0-9_-]{43})$/m.exec(text)?.[1];
  if (!token) throw new Error('the mail has no link');
  return token;
}

/** The same of a mail as it came over the wire. */
export async function tokenInRaw(raw: string): Promise<string> {
  const { text = '' } = await PostalMime.parse(raw);
  return tokenIn({ text });
}

/** Waits for the newest mail to an address and gives the token of its link. */
export async function mailedToken(client: TestClient, address: string, count = 1): Promise<string> {
  const [newest] = await mailsTo(client, address, count);
  if (!newest) throw new Error('no mail');
  return tokenIn(newest);
}
