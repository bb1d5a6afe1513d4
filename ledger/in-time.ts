/**
 * An answer of the event store's client, which waits for ever for a store that stands still.
 * @throws Error when there is none in so many milliseconds
 */
export function inTime<Answer>(patience: number, answer: Promise<Answer>): Promise<Answer> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new Error(`no answer in ${patience} ms`)), patience);
  return Promise.race([answer, tooLate.promise]).finally(() => clearTimeout(timer));
}
