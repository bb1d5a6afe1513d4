/** Milliseconds that a probe or a look at the numbers waits for one part of the program. */
export const CHECK_MS = 2_000;

/** Undefined when it fails or takes too long: what is well all the same is said. */
export function orNothing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), CHECK_MS);
  const answer = asked.catch(() => undefined);
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
