/**
 * To the other tabs of this browser. Undefined where it has no channels, and where it forbids them together with its
 * storage, as Firefox does where it keeps no cookies: https://github.com/mozilla/fxa/issues/2347
 */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
