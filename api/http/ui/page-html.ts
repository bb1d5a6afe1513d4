import { PRODUCT_NAME } from '../../../contracts/constants.ts';
import { documentTitle, pageAt, pageDescriptions, pageTitles, routeAt } from '../../../contracts/pages.ts';
import { type Audience, FIRST_ANSWERS_ID, type FirstAnswers } from '../../../contracts/painted-pages.ts';
import type { BuiltUi } from './built-ui.ts';

/** In ui/public; its size stands here too, so that who shows the card can lay it out before it has come. */
const CARD = {
  path: '/card.png',
  width: 1200,
  height: 630,
  text: 'EvoRewards: a rewards program anyone can recompute',
};

export type PageRequest = {
  readonly path: string;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Of the answer's content security policy. */
  readonly nonce: string;
  readonly audience: Audience;
  readonly answers: FirstAnswers;
};

/** A page as it is sent: what search engines and shared links read of it, and its first drawing, if the build has one. */
export function pageHtml(
  { template, painted }: Pick<BuiltUi, 'template' | 'painted'>,
  request: PageRequest,
): string {
  const { path, nonce, audience, answers } = request;
  const drawing = painted.pages[pageAt(path)];
  const parts: Readonly<Record<string, string>> = {
    head: [
      ...aboutPage(request),
      ...(drawing
        ? [
            ...drawing.fonts.map(
              (font) =>
                `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escaped(font)}">`,
            ),
            // No end tag in it: the build writes it from the style sheet alone.
            `<style nonce="${escaped(nonce)}">${drawing.styles}</style>`,
          ]
        : []),
    ].join('\n    '),
    modules: (drawing?.modules ?? [])
      .map((file) => `<link rel="modulepreload" crossorigin href="${escaped(file)}">`)
      .join(''),
    page: drawing?.markup[audience] ?? '',
    answers: drawing?.withAnswers
      ? `<script type="application/json" id="${FIRST_ANSWERS_ID}">${inScript(answers)}</script>`
      : '',
  };
  return template.replaceAll(/<!--(head|modules|page|answers)-->/g, (_, name: string) => parts[name] ?? '');
}

/** https://ogp.me */
function aboutPage({ path, publicUrl }: PageRequest): readonly string[] {
  const page = pageAt(path);
  const title = documentTitle(pageTitles[page]);
  const description = pageDescriptions[page];
  const canonical = routeAt(path)?.canonical;
  const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`;
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escaped(content)}">`;
  return [
    `<title>${escaped(title)}</title>`,
    named('description', description),
    ...(canonical
      ? [`<link rel="canonical" href="${escaped(publicUrl + canonical)}">`]
      : [named('robots', 'noindex')]),
    property('og:site_name', PRODUCT_NAME),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    // A link that invites leads to its own address, with whom it is from.
    property('og:url', publicUrl + (canonical ?? path)),
    property('og:image', publicUrl + CARD.path),
    property('og:image:width', String(CARD.width)),
    property('og:image:height', String(CARD.height)),
    property('og:image:alt', CARD.text),
    named('twitter:card', 'summary_large_image'),
  ];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** JSON that nothing in a script element ends or opens. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
