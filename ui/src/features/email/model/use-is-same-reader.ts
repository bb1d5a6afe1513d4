import { useState } from 'react';
import { useSession } from '../../../lib/session/session.ts';

/** Whether nobody has signed out, or in as somebody else, since what is shown here was first shown to who is signed in. */
export function useIsSameReader(): boolean {
  const session = useSession();
  const reader = session.status === 'signedIn' ? session.session.userId : undefined;
  const [first, setFirst] = useState(reader);
  // Whose session it is may come after it, and a visitor may sign in.
  if (first === undefined && reader !== undefined) setFirst(reader);
  return first === undefined || first === reader;
}
