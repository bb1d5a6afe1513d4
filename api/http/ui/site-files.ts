import { extname } from 'node:path';
import type { Middleware } from 'koa';
import { pageRoutes } from '../../../contracts/pages.ts';

/** What search engines ask a site for by fixed names; each names the site's own address. */
export function siteFiles(publicUrl: () => string): Middleware {
  return async (ctx, next) => {
    const text = files[ctx.path];
    if (!text || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.type = extname(ctx.path);
    ctx.set('Cache-Control', 'max-age=3600');
    ctx.body = text(publicUrl());
  };
}

const files: Readonly<Record<string, (publicUrl: string) => string>> = {
  '/robots.txt': robots,
  '/sitemap.xml': sitemap,
};

/** RFC 9309. What a page asks to be left out says so itself, which only who may read it can see. */
function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

/** https://www.sitemaps.org/protocol.html: every address that search engines may keep, once. */
function sitemap(publicUrl: string): string {
  const canonical = new Set(pageRoutes.flatMap((route) => route.canonical ?? []));
  const urls = [...canonical].map((path) => `  <url><loc>${escaped(publicUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
