/** Milliseconds until the clock is looked at again: a timer stands still while a machine sleeps. */
const LOOK_MS = 15_000;

/**
 * Calls once, when the clock of this device has come to a moment; of a machine that slept over it, soon after it woke.
 * @param moment milliseconds since 1970
 * @returns what gives it up
 */
export function atMoment(moment: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    timer = setTimeout(look, Math.min(moment - Date.now(), LOOK_MS));
  };
  const look = (): void => (Date.now() < moment ? wait() : act());
  wait();
  return () => clearTimeout(timer);
}
