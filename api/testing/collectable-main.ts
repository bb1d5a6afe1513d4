// The API as `node api/main.ts` runs it, which frees what it can and says how much memory it holds when it is asked to.
// Needs --expose-gc and a parent that speaks with it.
import '../main.ts';

process.on('message', () => {
  // What V8 would do at its last resort: it gives freed pages back to the system now, not minutes later.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, used: heapUsed + external });
});
