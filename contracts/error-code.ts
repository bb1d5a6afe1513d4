/** The `code` of an error as Node, gRPC and Postgres give it (`ENOENT`, 14, `55P03`); undefined where there is none. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
