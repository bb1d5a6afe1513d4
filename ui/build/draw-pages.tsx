import { parentPort } from 'node:worker_threads';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { Network } from '../../contracts/api/network.ts';
import { CHAIN_ID_HEX, CHAIN_NAME, NATIVE_CURRENCY } from '../../contracts/constants.ts';
import { type PageName, pageRoutes } from '../../contracts/pages.ts';
import type { Audience, FirstAnswers } from '../../contracts/painted-pages.ts';
import { App } from '../src/app/App.tsx';
import { preloadPage } from '../src/app/Routes.tsx';
import { queryClient } from '../src/lib/api/api.ts';
import { takeFirstAnswers } from '../src/lib/first-answers.ts';

/**
 * Draws each page as the program draws it first, in a worker of the build: the program holds channels open that would
 * keep the build from its end.
 */
export type Drawing = {
  readonly markup: Readonly<Record<Audience, string>>;
  readonly withAnswers: boolean;
  /** The component whose code the drawing took, where that is a part of its own. */
  readonly part: string | undefined;
};
export type Drawings = Readonly<Record<string, Drawing>>;

/** Of it a first drawing shows nothing but which rewards page there is. */
const network: Network = {
  chainId: CHAIN_ID_HEX,
  chainName: CHAIN_NAME,
  nativeCurrency: NATIVE_CURRENCY,
  rpcUrls: [],
  blockExplorerUrls: [],
  demoWallet: false,
  rewardsPage: 'dashboard',
};

const paths = new Map<PageName, string>([['notFound', '/404']]);
for (const { page, path } of pageRoutes) if (!paths.has(page)) paths.set(page, path);

const drawings: Record<string, Drawing> = {};
for (const [page, path] of paths) drawings[page] = await drawFor(page, path);
parentPort?.postMessage(drawings satisfies Drawings);

async function drawFor(page: PageName, path: string): Promise<Drawing> {
  const part = (await preloadPage(path))?.name;
  // What has no drawing of its own is the same for everybody: its code asks before it says who is there.
  const withAnswers = part !== undefined || page === 'notFound';
  const answersFor = (answers: FirstAnswers) => (withAnswers ? answers : undefined);
  const markup = {
    visitor: await draw(path, answersFor({ session: null, network })),
    visitorBeforeStart: await draw(
      path,
      answersFor({ session: null, network: { ...network, rewardsPage: 'coming-soon' } }),
    ),
    member: await draw(path, answersFor({ network })),
  };
  return { markup, withAnswers, part };
}

async function draw(path: string, answers: FirstAnswers | undefined): Promise<string> {
  queryClient.clear();
  if (answers) takeFirstAnswers(answers);
  await preloadPage(path);
  return renderToString(
    <Router ssrPath={path} ssrSearch="">
      <App />
    </Router>,
  );
}
