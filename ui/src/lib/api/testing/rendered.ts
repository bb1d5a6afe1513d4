import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Draws a form once, so that a test has what its hooks give. */
export function rendered(form: () => null): void {
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(form)));
}
