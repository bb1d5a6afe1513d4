/** Where the deployed suite finds its stores, or why it does not run. */
export type DeployedStores =
  | { readonly kind: 'given'; readonly stores: { EVENTSTORE_URL: string; DATABASE_URL: string } }
  | { readonly kind: 'docker' }
  | { readonly kind: 'nowhere'; readonly words: string; readonly exitCode: number };

/** Both stores that the environment names, else containers; one of the two alone is a mistake. */
export function whereStoresAre(
  { EVENTSTORE_URL, DATABASE_URL }: Readonly<Record<string, string | undefined>>,
  hasDocker: boolean,
): DeployedStores {
  if (EVENTSTORE_URL && DATABASE_URL) return { kind: 'given', stores: { EVENTSTORE_URL, DATABASE_URL } };
  if (EVENTSTORE_URL || DATABASE_URL) {
    const missing = EVENTSTORE_URL ? 'DATABASE_URL' : 'EVENTSTORE_URL';
    const words = `The deployed suite needs both stores, and ${missing} is not set: nothing was run.`;
    return { kind: 'nowhere', words, exitCode: 2 };
  }
  if (hasDocker) return { kind: 'docker' };
  const words =
    'The deployed suite did not run: no EVENTSTORE_URL and DATABASE_URL, and no Docker. Nothing was tested.';
  return { kind: 'nowhere', words, exitCode: 0 };
}
