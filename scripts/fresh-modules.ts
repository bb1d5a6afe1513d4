import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where StrykerJS keeps what it knows, on this thread. */
    globalNamespace?: string;
    activeMutant?: string;
  }
}

/** What a thread keeps from one run of tests to the next. */
const kept = globalThis as unknown as Record<string, { activeMutant?: string | undefined } | undefined> & {
  changeOfRun?: string | undefined;
};

// Before each file. Where another change is tried, the last one is taken back, with what it has left in a module's
// memory: tests and modules are loaded before the change comes into force.
const change = inject('activeMutant');
if (kept.changeOfRun !== change) {
  const stryker = kept[inject('globalNamespace') ?? ''];
  if (stryker) stryker.activeMutant = undefined;
  vi.resetModules();
  kept.changeOfRun = change;
}
