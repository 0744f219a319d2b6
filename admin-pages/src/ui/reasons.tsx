/** Problems and other reasons, each with a suggested fix. */
import type { ComponentChildren } from 'preact';
import type { Finding, Problem, Reason } from '../../generated/admin-api.d.ts';
import { textOf } from '../texts/texts.ts';
import { formatValues } from '../texts/values.ts';

interface ReasonsProperties<R> {
  of: readonly R[];
  /** Shown if there are none. */
  empty: string;
  /** What the administrator can do about one right there: a button or a link. */
  action: (reason: R) => ComponentChildren;
}

export function Reasons<R extends Reason | Problem>({ of, empty, action }: ReasonsProperties<R>) {
  if (of.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ul class="reasons">
      {of.map((reason) => (
        <li key={`${reason.id} ${reason.message}`} class={'kind' in reason ? reason.kind : 'problem'}>
          <p>
            <strong>{textOf('reason', reason.id, formatValues(reason.values)) ?? reason.message}</strong>
          </p>
          {'detail' in reason && reason.detail !== null && (
            <p>
              <FindingText of={reason.detail} message={reason.message} />
            </p>
          )}
          {reason.fix !== null && (
            <p>{textOf('reason-fix', reason.id, formatValues(reason.values)) ?? reason.fix}</p>
          )}
          {action(reason)}
        </li>
      ))}
    </ul>
  );
}

/** The finding's text; the server's English message if these pages have no text for it. */
export function FindingText({ of, message }: { of: Finding; message?: string | undefined }) {
  const text = textOf('finding', of.id, formatValues(of.values));
  if (text !== null) return <>{text}</>;
  return (
    <span lang="en" dir="ltr">
      {message ?? of.id}
    </span>
  );
}
