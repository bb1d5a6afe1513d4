import { PLATFORMS } from '../../../../../contracts/constants.ts';
import { platformNames } from '../../../../../contracts/messages.ts';
import { socialReturns, type ToastText } from '../../../../../contracts/toasts.ts';

type Outcome = keyof typeof socialReturns;

/** What to tell somebody who comes back from a platform (`?social=<outcome>&platform=<platform>`), if anybody does. */
export function socialReturn(
  query: URLSearchParams,
): { readonly isConnected: boolean; readonly toast: ToastText } | undefined {
  const outcome = query.get('social');
  const platform = PLATFORMS.find((name) => name === query.get('platform'));
  if (outcome === null || !platform || !isOutcome(outcome)) return undefined;
  return {
    isConnected: outcome === 'connected',
    toast: socialReturns[outcome](platformNames[platform]),
  };
}

const isOutcome = (text: string): text is Outcome => Object.hasOwn(socialReturns, text);
