import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useWallet } from './use-wallet.ts';

// The page's own wallet looks for those of a browser; here there is none.
vi.mock('./browser-wallet.ts', () => ({ services: { wallets: {} } }));

const Reader = () => createElement('p', null, String(useWallet().link));

test('who reads the state of the wallet outside its provider is told so by an error', () => {
  expect(() => renderToStaticMarkup(createElement(Reader))).toThrow(/<Provider>/);
});
