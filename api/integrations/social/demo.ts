import { hash } from 'node:crypto';
import type { Platform } from '../../../contracts/constants.ts';
import { platformNames } from '../../../contracts/messages.ts';
import type { DemoVerifier, Posts } from './verifier.ts';

/** Stands in for a platform on a local trial, so that all can be tried without credentials. It asks nobody. */
export function createDemoVerifier(platform: Platform): DemoVerifier {
  return {
    kind: 'demo',
    identify: (handle) => ({ platformUserId: demoUserId(handle), handle }),
    check: ({ taskType }) => ({
      done: true,
      evidence: `Demo verifier of a local trial: ${platformNames[platform]} was not asked about ${taskType}`,
    }),
  };
}

/** A lasting id for a handle that does not say it, as the ids of real platforms. */
export function demoUserId(handle: string): string {
  return `demo-${hash('sha256', handle.toLowerCase()).slice(0, 24)}`;
}

/** The posts of a local trial. Their addresses lead to X itself and to nobody's post. */
export const DEMO_POSTS: Posts = {
  latest: {
    id: 'demo-latest',
    text: 'Demo post: every grant and every claim of evo-rewards is one immutable event. Like this post to try the task.',
    url: 'https://x.com/',
  },
  announcement: {
    id: 'demo-announcement',
    text: 'Demo announcement: the EVO rewards program is open. Repost this to try the task.',
    url: 'https://x.com/',
  },
};
