/** A signal that is given after so many milliseconds without a sound. */
export function createSilence(ms: number) {
  const silent = new AbortController();
  const fire = (): void => silent.abort(new Error(`nothing came for ${ms} ms`));
  let timer = setTimeout(fire, ms);
  return {
    signal: silent.signal,
    heard: (): void => {
      clearTimeout(timer);
      timer = setTimeout(fire, ms);
    },
    stop: (): void => clearTimeout(timer),
  };
}
