/**
 * The one place where the UI writes to the browser's console. What a person can act on is shown to them
 * instead; what comes here are faults that they cannot.
 */
export function logFault(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is the logging function.
  console.warn(what, error);
}
