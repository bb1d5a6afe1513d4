/**
 * Why something failed, in words that are never none. Who tries several addresses of one name fails without a message:
 * those of all attempts stand in its place.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error.name;
}
