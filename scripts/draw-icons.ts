import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PRODUCT_NAME } from '../contracts/constants.ts';
import { launchBrowser } from '../ui/e2e/browser.ts';

// `node scripts/draw-icons.ts` draws the pictures of ui/public anew, from icon.svg and the product's font: after either
// has changed. What it draws is kept, so that a build needs no browser.
const PUBLIC = new URL('../ui/public/', import.meta.url);
const CANVAS = '#0b0c11';

const mark = await readFile(new URL('icon.svg', PUBLIC), 'utf8');
const font = await readFile(
  createRequire(import.meta.url).resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
  'base64',
);

const browser = await launchBrowser();
await icon('icon-192.png', { size: 192, share: 1 });
await icon('icon-512.png', { size: 512, share: 1 });
// Without corners of its own: the system cuts them. https://developer.apple.com/design/human-interface-guidelines/app-icons
await icon('apple-touch-icon.png', { size: 180, share: 1, ground: '#6c50e9' });
// A circle of four fifths of the side is always seen. https://www.w3.org/TR/appmanifest/#icon-masks
await icon('icon-maskable-512.png', { size: 512, share: 0.8, ground: '#6c50e9' });
await picture('card.png', { width: 1200, height: 630, body: card() });
await browser.close();

type Icon = {
  /** Pixels. */
  readonly size: number;
  /** Of the side that the mark takes. */
  readonly share: number;
  readonly ground?: string;
};

async function icon(name: string, { size, share, ground = 'transparent' }: Icon): Promise<void> {
  const side = size * share;
  const body = `<div style="display:grid;place-items:center;width:${size}px;height:${size}px;background:${ground}">
    ${mark.replace('<svg ', `<svg width="${side}" height="${side}" style="display:block" `)}</div>`;
  await picture(name, { width: size, height: size, body });
}

/** What a shared link shows, as people who look at it small still read it. */
function card(): string {
  return `<div style="box-sizing:border-box;width:1200px;height:630px;padding:80px 88px;display:flex;flex-direction:column;
      justify-content:space-between;background:${CANVAS};color:#f2f3f7">
    <div style="display:flex;align-items:center;gap:26px;font-size:44px;font-weight:600;letter-spacing:-0.02em">
      ${mark.replace('<svg ', '<svg width="84" height="84" ')} ${PRODUCT_NAME}</div>
    <div>
      <div style="font-size:86px;line-height:1.06;font-weight:600;letter-spacing:-0.04em">Earn EVO.<br>Recompute<br>every balance.</div>
      <div style="margin-top:30px;font-size:34px;color:#a5a9b6">Rewards, claims and draws in one open ledger.</div>
    </div></div>`;
}

type Picture = { readonly width: number; readonly height: number; readonly body: string };

async function picture(name: string, { width, height, body }: Picture): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(
    `<style>@font-face{font-family:G;font-weight:100 900;src:url(data:font/woff2;base64,${font})}
      body{margin:0;font-family:G}</style>${body}`,
  );
  await page.evaluate(() => document.fonts.ready);
  await writeFile(new URL(name, PUBLIC), await page.screenshot({ omitBackground: true }));
  await page.close();
}
