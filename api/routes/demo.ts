import type Router from '@koa/router';
import { getDemoWallets } from '../../contracts/api/network.ts';
import { refusals } from '../../contracts/messages.ts';
import { isLoopback } from '../config.ts';
import type { DemoWallets } from '../demo-wallets.ts';
import { HttpError } from '../http-error.ts';
import type { AppState } from '../state.ts';
import { type Parts, servePublic } from './serve.ts';

/** Registered only on a local trial. */
export function demoRoutes(router: Router<AppState>, parts: Parts, demo: DemoWallets): void {
  servePublic(router, parts, getDemoWallets, async ({ ctx }) => {
    // A page elsewhere whose name was pointed at this machine (DNS rebinding) asks under that name.
    if (!isLoopback(ctx.hostname)) throw new HttpError(404, 'NotFound', refusals.notFound);
    return { wallets: [...demo.wallets] };
  });
}
