/** The text of a server's error. */
import { type Rejection, rejectionText } from '../texts/rejection.ts';

/** Shows the server's English message if these pages have no text for the error. */
export function ErrorText({ of }: { of: Rejection }) {
  const text = rejectionText(of);
  if (text !== null) return <>{text}</>;
  return (
    <span lang="en" dir="ltr">
      {of.message}
    </span>
  );
}
