/**
 * The address of a Postgres by TCP and another port of this machine, where something stands between: the Unix socket that
 * an embedded one has, too, would lead round it.
 */
export function throughPort(connectionString: string, port: number): string {
  const address = new URL(connectionString);
  address.searchParams.delete('host');
  address.port = String(port);
  return address.href;
}

/** The port where a Postgres is reached by TCP. */
export const portOf = (connectionString: string): number => Number(new URL(connectionString).port);
