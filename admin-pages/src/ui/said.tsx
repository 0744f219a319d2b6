/** What the server says is wrong. */
import { type Refusal, refusalText } from '../texts/refusal.ts';

/** In English where these pages don't know it. */
export function Said({ of }: { of: Refusal }) {
  const text = refusalText(of);
  if (text !== null) return <>{text}</>;
  return (
    <span lang="en" dir="ltr">
      {of.message}
    </span>
  );
}
