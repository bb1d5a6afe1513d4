import { type Answer, idempotencyKey } from './client.ts';

/** Opened at once: as many as a machine that does other work, too, lets in within the time that a request has. */
const AT_ONCE = 5;

/** Of many, each made by `open`. */
export async function crowdOf<Member>(count: number, open: () => Promise<Member>): Promise<Member[]> {
  const members: Member[] = [];
  while (members.length < count) {
    const next = Array.from({ length: Math.min(AT_ONCE, count - members.length) }, open);
    members.push(...(await Promise.all(next)));
  }
  return members;
}

const TRIES = 20;

/** Sends again, under the same key, what a busy server has not done within its time, as the page does. */
export async function untilServed<A extends Pick<Answer, 'status'>>(
  send: (key: ReturnType<typeof idempotencyKey>) => Promise<A>,
): Promise<A> {
  const key = idempotencyKey();
  for (let tries = 1; ; tries++) {
    const answer = await send(key);
    if (answer.status !== 503 || tries === TRIES) return answer;
  }
}
