/** The server's error message. */
import { type Rejection, rejectionText } from '../texts/rejection.ts';

/** In English if these pages don't know it. */
export function ErrorText({ of }: { of: Rejection }) {
  const text = rejectionText(of);
  if (text !== null) return <>{text}</>;
  return (
    <span lang="en" dir="ltr">
      {of.message}
    </span>
  );
}
