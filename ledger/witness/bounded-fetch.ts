/** An answer of another server, as much of it as is worth reading. */
export type BoundedAnswer = { readonly status: number; readonly type: string; readonly body: Uint8Array };

export type BoundedRequest = {
  readonly body?: string;
  readonly maxBytes: number;
  /** Milliseconds for all of it. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
};

/**
 * Asks somebody else's server, which may be silent, slow or endless. Follows no redirect.
 * @throws Error when there is no answer in time, or one that is too large
 */
export async function boundedFetch(url: string, request: BoundedRequest): Promise<BoundedAnswer> {
  const { body, maxBytes, timeout, signal } = request;
  const bound = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body, headers: { 'content-type': 'text/plain; charset=utf-8' } }),
      redirect: 'manual',
      signal: bound,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop ends the connection.
      if (size > maxBytes) throw new Error('an answer that is too large');
      chunks.push(chunk);
    }
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, body: Buffer.concat(chunks) };
  } catch (cause) {
    throw new Error(bound.aborted ? `no answer in ${timeout} ms` : reasonOf(cause), { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : cause.message;
}
