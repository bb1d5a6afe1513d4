import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    activeMutant?: string;
  }
}

/** What was loaded last for; kept by the thread. */
const memory: { changeOfRun?: string | undefined } = globalThis as never;

// Before each file: where another change is tried, what the last one has left in a module's memory is gone.
const change = inject('activeMutant');
if (memory.changeOfRun !== change) {
  vi.resetModules();
  memory.changeOfRun = change;
}
