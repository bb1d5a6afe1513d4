import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SocialConnection } from '../../../../../contracts/api/social.ts';
import { refusals } from '../../../../../contracts/messages.ts';
import { socialTexts } from '../../../../../contracts/social-messages.ts';
import { ProofStep } from './ProofStep.tsx';

const connection: SocialConnection = {
  platform: 'instagram',
  handle: 'dora',
  status: 'unproven',
  reward: '75',
  verifier: 'message_code',
};
const answer = {
  success: true,
  status: 'unproven',
  message: 'Send the code.',
  reward: '0',
  authorizeUrl: null,
  messageCode: 'EVO-ABCDEFGH',
} as const;

test('who has sent a code that connects nothing is told why, and is shown that code no more', () => {
  const shown = renderToStaticMarkup(
    <ProofStep
      connection={{ ...connection, refusal: refusals.handleTaken }}
      answer={answer}
      isCodeOver={false}
    />,
  );
  expect(shown).toContain(refusals.handleTaken);
  expect(shown).not.toContain(answer.messageCode);
});

test('while nothing was refused the code stands there', () => {
  const shown = renderToStaticMarkup(
    <ProofStep connection={{ ...connection, refusal: null }} answer={answer} isCodeOver={false} />,
  );
  expect(shown).toContain(answer.messageCode);
});

test('a code that has been there for too long is shown no more: who sent it would hear nothing', () => {
  const shown = renderToStaticMarkup(
    <ProofStep connection={{ ...connection, refusal: null }} answer={answer} isCodeOver />,
  );
  expect(shown).toContain(socialTexts.codeIsOver('Instagram'));
  expect(shown).not.toContain(answer.messageCode);
  expect(shown).not.toContain(answer.message);
});
