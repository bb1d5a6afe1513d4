import './styles/main.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { FIRST_ANSWERS_ID, type FirstAnswers } from '../../contracts/painted-pages.ts';
import { App } from './app/App.tsx';
import { preloadPage } from './app/Routes.tsx';
import { refetchWhenReachable, whenSessionMoves } from './lib/api/api.ts';
import { beginAsSent } from './lib/api/first-as-sent.ts';
import { watchNetwork } from './lib/connection/connection.ts';
import { copyExactAmounts } from './lib/copy-amounts.ts';
import { keepEarlyInput } from './lib/early-input.ts';
import { takeFirstAnswers } from './lib/first-answers.ts';
import { watchDialogEntries } from './lib/history/dialog-entries.ts';
import { logFault } from './lib/log.ts';
import { checkSession, watchSession } from './lib/session/session-change.ts';
import { followTheme } from './lib/theme/theme.ts';
import { startWallet } from './lib/wallet/browser-wallet.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

whenSessionMoves(checkSession);
readFirstAnswers();
watchSession();
watchNetwork();
watchDialogEntries();
followTheme();
copyExactAmounts();
refetchWhenReachable();
startWallet();
void draw(root);

/** Takes over what the server sent, which is what the program draws first; where it sent nothing, draws it. */
async function draw(place: HTMLElement): Promise<void> {
  if (!place.firstElementChild) return drawAnew(place);
  try {
    await preloadPage(location.pathname);
  } catch (error) {
    // The page's own part asks for its code again, and says what to do where it does not come.
    logFault('the code of the page', error);
    return drawAnew(place);
  }
  const answerEarlyInput = keepEarlyInput(place);
  beginAsSent();
  hydrateRoot(place, <App />);
  answerEarlyInput();
}

function drawAnew(place: HTMLElement): void {
  const answerEarlyInput = keepEarlyInput(place);
  createRoot(place).render(<App />);
  answerEarlyInput();
}

function readFirstAnswers(): void {
  const text = document.getElementById(FIRST_ANSWERS_ID)?.textContent;
  // Written by the server that sent this program.
  if (text) takeFirstAnswers(JSON.parse(text) as FirstAnswers);
}
