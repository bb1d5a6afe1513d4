import { useAsSent } from './use-as-sent.ts';

/**
 * Whether the program has taken over the drawing that the server sends. That one knows nothing of what the browser alone
 * knows, so the first drawing here does not either.
 */
export const useIsTakenOver = (): boolean =>
  useAsSent(
    () => true,
    () => false,
  );
