import { describe, expect, test } from 'vitest';
import type { Network } from '../../../contracts/api/network.ts';
import { pageDescriptions, pageTitles } from '../../../contracts/pages.ts';
import type { PaintedPage } from '../../../contracts/painted-pages.ts';
import { type PageRequest, pageHtml } from './page-html.ts';

const network: Network = {
  chainId: '0xd60',
  chainName: 'EVO',
  nativeCurrency: { name: 'EVO', symbol: 'EVO', decimals: 18 },
  rpcUrls: ['https://rpc.example/</script><script>alert(1)</script>'],
  blockExplorerUrls: [],
  demoWallet: false,
  rewardsPage: 'dashboard',
};

const drawing: PaintedPage = {
  withAnswers: true,
  markup: {
    visitor: '<h1>$& for a visitor</h1>',
    visitorBeforeStart: '<h1>Soon</h1>',
    member: '<h1>Mine</h1>',
  },
  styles: '.a{color:red}',
  modules: ['/assets/page.js'],
  fonts: ['/assets/sans.woff2'],
};
const template =
  '<head><!--head--></head><body><div id="root"><!--page--></div><!--answers--><template><!--modules--></template><!-- kept --></body>';
const painted = { pages: { raffle: drawing, admin: { ...drawing, withAnswers: false } } };

const page = (request: Partial<PageRequest>): string =>
  pageHtml(
    { template, painted },
    {
      path: '/raffle',
      publicUrl: 'https://rewards.example',
      nonce: 'n0nce',
      audience: 'visitor',
      answers: { session: null, network },
      ...request,
    },
  );

describe('what search engines and shared links read', () => {
  test.each([
    ['/', 'socials', 'https://rewards.example/'],
    ['/evolve-socials', 'socials', 'https://rewards.example/'],
    ['/evo-rewards', 'rewards', 'https://rewards.example/evo-rewards'],
    ['/Raffle/', 'raffle', 'https://rewards.example/raffle'],
  ] as const)('%s has a title, a description, a card and one address', (path, name, canonical) => {
    const html = page({ path });
    expect(html).toContain(`<title>${pageTitles[name]} · EvoRewards</title>`);
    expect(html).toContain(`<meta name="description" content="${pageDescriptions[name]}">`);
    expect(html).toContain(`<link rel="canonical" href="${canonical}">`);
    expect(html).toContain(`<meta property="og:url" content="${canonical}">`);
    expect(html).toContain(`<meta property="og:title" content="${pageTitles[name]} · EvoRewards">`);
    expect(html).toContain(`<meta property="og:description" content="${pageDescriptions[name]}">`);
    expect(html).toContain('<meta property="og:type" content="website">');
    expect(html).toContain('<meta property="og:image" content="https://rewards.example/card.png">');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(html).not.toContain('noindex');
  });

  test.each([
    ['/ref/5f0c2f0e-1111-4222-8333-944445555666', 'referral'],
    ['/verify-email', 'verifyEmail'],
    ['/admin', 'admin'],
    ['/dashboard', 'dashboard'],
    ['/nowhere', 'notFound'],
  ] as const)('%s is left out by search engines, and has a card all the same', (path, name) => {
    const html = page({ path });
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('canonical');
    expect(html).toContain(`<meta property="og:title" content="${pageTitles[name]} · EvoRewards">`);
  });

  test('what comes with the address is text', () => {
    const html = page({ path: '/"><script>alert(1)</script>', publicUrl: 'https://a.example/?"&\'<' });
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('content="https://a.example/?&quot;&amp;&#39;&lt;/card.png"');
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)');
  });
});

describe('the first drawing', () => {
  test('is the one for who asks, with its styles under the nonce and the files that take it over', () => {
    const html = page({});
    expect(html).toContain('<div id="root"><h1>$& for a visitor</h1></div>');
    expect(html).toContain('<style nonce="n0nce">.a{color:red}</style>');
    expect(html).toContain('rel="modulepreload" crossorigin href="/assets/page.js"');
    expect(html).toContain('rel="preload" as="font" type="font/woff2" crossorigin href="/assets/sans.woff2"');
    expect(html).toContain('<!-- kept -->');
    expect(page({ audience: 'member' })).toContain('<h1>Mine</h1>');
    expect(page({ audience: 'visitorBeforeStart' })).toContain('<h1>Soon</h1>');
  });

  test('comes with what it was drawn with, which ends no script', () => {
    const html = page({});
    const [, json = ''] =
      /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({ session: null, network });
    expect(html).not.toContain('<script>alert');
    expect(page({ path: '/admin' })).not.toContain('first-answers');
  });

  test('is missing where the build has none: the program draws by itself', () => {
    expect(page({ path: '/verify-email' })).toContain(
      '<div id="root"></div><template></template><!-- kept -->',
    );
  });
});
