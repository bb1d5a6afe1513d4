import type { FuzzReport } from './fuzz.ts';

/** How many requests, what each operation answered, and every fault with its request. */
export function reportInWords({ requests, answers, operations, faults }: FuzzReport): string {
  const lines = operations.map((operation) => {
    const own = [...answers].filter(([key]) => key.startsWith(`${operation} `));
    const statuses = own.map(([key, count]) => `${key.slice(operation.length + 1)} × ${count}`).sort();
    return `${operation}: ${statuses.join(', ') || 'never asked'}`;
  });
  const end = faults.length === 0 ? 'All answers were as documented.' : `${faults.length} faults`;
  return [...lines, ...faults.map((fault) => `\n${fault}`), '', `${requests} requests. ${end}`].join('\n');
}
