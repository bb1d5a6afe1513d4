/** Whether a host, as a setting or a request names it, is this machine and nobody else reaches it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** A host to listen at, which may be written as in a URL: `[::1]` is `::1`, and by the first no socket is opened. */
export function hostToListen(host: string): string {
  return /^\[([\da-fA-F:.]+)\]$/.exec(host)?.[1] ?? host;
}
