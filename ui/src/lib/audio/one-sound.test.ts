import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('where a browser forbids its tabs to talk, the sound of each is its own', async () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  );
  const { claimSound, isSoundTaken } = await import('./one-sound.ts');
  expect(await isSoundTaken()).toBe(false);
  const silenced = vi.fn();
  const first = claimSound(silenced);
  expect(await isSoundTaken()).toBe(true);
  const second = claimSound(() => undefined);
  expect(silenced).toHaveBeenCalledOnce();
  first.release();
  second.release();
  expect(await isSoundTaken()).toBe(false);
});
