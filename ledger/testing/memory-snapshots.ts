import type { Snapshot, Snapshots } from '../snapshots.ts';

/** Snapshots of a test's own, which it may look at and change. */
export function memorySnapshots(): Snapshots & { readonly kept: Snapshot[] } {
  const kept: Snapshot[] = [];
  return {
    kept,
    async load(stream, version, upTo) {
      return kept
        .filter((one) => one.stream === stream && one.version === version)
        .filter(({ end }) => upTo === undefined || end.revision <= upTo)
        .toSorted((a, b) => Number(b.end.revision - a.end.revision))[0];
    },
    async save(snapshot) {
      kept.push(snapshot);
    },
  };
}
