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
