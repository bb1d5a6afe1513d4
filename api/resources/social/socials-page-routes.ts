import type Router from '@koa/router';
import {
  getAllPlatforms,
  getInstagramPosts,
  getPublicFigures,
  getSocialImage,
} from '../../../contracts/api/socials.ts';
import { refusals } from '../../../contracts/messages.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Parts, servePublic } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { atEachPosition } from '../dashboard/at-each-position.ts';
import { presentPublicFigures } from '../dashboard/public-figures.ts';

const IMAGE_NAME = /^[0-9a-f]{64}$/;

/** What visitors see of the program: its accounts elsewhere, its shows and its own figures. */
export function socialsRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, gate, social } = parts;
  const figures = atEachPosition(gate, () => presentPublicFigures(pool));

  servePublic(router, parts, getAllPlatforms, () => social.showcase.all());

  servePublic(router, parts, getInstagramPosts, async ({ ctx }) => {
    const account = await social.showcase.account('instagram');
    const isOwn = account.handle !== '' && ctx.params.handle?.toLowerCase() === account.handle.toLowerCase();
    if (!isOwn) throw new HttpError(404, 'NotFound', refusals.notFound);
    const { latestPosts: posts, source, asOf, stale } = account;
    return { posts, source, asOf, stale };
  });

  servePublic(router, parts, getPublicFigures, figures);

  router.get(getSocialImage.path, async (ctx) => {
    const { hash = '' } = ctx.params;
    const image = IMAGE_NAME.test(hash) ? await social.images.find(hash) : undefined;
    if (!image) throw new HttpError(404, 'NotFound', refusals.notFound);
    ctx.compress = false;
    ctx.status = 200;
    // Other bytes have another name.
    ctx.set({ ETag: `"${hash}"`, 'Cache-Control': 'public, max-age=31536000, immutable' });
    ctx.set('X-Content-Type-Options', 'nosniff');
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = image.contentType;
    ctx.body = image.bytes;
  });
}
