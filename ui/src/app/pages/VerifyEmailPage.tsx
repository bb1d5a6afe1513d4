import { useSearchParams } from 'wouter';
import { InvalidLink, VerificationResult } from '../../features/email/components/VerificationResult.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

/** Where the link of a verification mail leads. Opening it changes nothing by itself: the page asks by POST. */
export function VerifyEmailPage() {
  useDocumentTitle('Verify email');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return token === '' ? <InvalidLink /> : <VerificationResult key={token} token={token} />;
}
