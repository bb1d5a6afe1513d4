import { useSearchParams } from 'wouter';
import { pageTitles } from '../../../../contracts/pages.ts';
import { InvalidLink, VerificationResult } from '../../features/email/components/VerificationResult.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

/** Where the link of a verification mail leads. Opening it changes nothing by itself: the page asks by POST. */
export function VerifyEmailPage() {
  useDocumentTitle(pageTitles.verifyEmail);
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return token === '' ? <InvalidLink /> : <VerificationResult key={token} token={token} />;
}
