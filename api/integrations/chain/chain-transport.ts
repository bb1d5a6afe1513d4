import { type HttpTransport, http } from 'viem';

/**
 * How a server of the chain is asked. The library's own limit ends where an answer begins: one that begins and does not
 * go on, or comes byte by byte, would be waited for without end.
 * Nobody is followed elsewhere: what a server is made to lead to is not what was set.
 * @param timeout milliseconds for one question, its answer to the last byte included
 */
export function chainTransport(
  url: string,
  { timeout, retryCount }: { readonly timeout: number; readonly retryCount: number },
): HttpTransport {
  return http(url, {
    ...{ timeout, retryCount },
    fetchFn(input, init) {
      const late = AbortSignal.timeout(timeout);
      return fetch(input, {
        ...init,
        redirect: 'error',
        signal: init?.signal ? AbortSignal.any([init.signal, late]) : late,
      });
    },
  });
}
