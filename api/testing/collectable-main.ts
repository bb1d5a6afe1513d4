// The API as `node api/main.ts` runs it, which frees what it can and says how much memory it holds when it is asked to.
// Needs --expose-gc and a parent that speaks with it.
import '../main.ts';

process.on('message', () => {
  // Twice: what is finalised by the first is free after the second.
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage.rss() });
});
