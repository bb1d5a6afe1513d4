/**
 * Stops parts one after the other, each of them also when one before did not stop: a lock, a mail that is under way and a
 * store of this process are not left to the system because of it.
 * @throws the first failure, once all have been tried
 */
export async function stopInTurn(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
