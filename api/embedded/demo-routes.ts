import type Router from '@koa/router';
import { getDemoWallets } from '../../contracts/api/network.ts';
import { refusals } from '../../contracts/messages.ts';
import { HttpError } from '../http/http-error.ts';
import { type Parts, servePublic } from '../http/serve.ts';
import type { AppState } from '../http/state.ts';
import type { DemoWallets } from './demo-wallets.ts';

/** Registered only on a local trial. */
export function demoRoutes(router: Router<AppState>, parts: Parts, demo: DemoWallets): void {
  servePublic(router, parts, getDemoWallets, async () => {
    if (!parts.trial.isOn()) throw new HttpError(404, 'NotFound', refusals.notFound);
    return { wallets: [...demo.wallets] };
  });
}
