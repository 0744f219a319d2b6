/** Problems, each with a suggested fix. */
import type { Finding, Problem, Reason } from '../../generated/admin-api.d.ts';
import { t, textOf } from '../texts/texts.ts';
import { formatValues } from '../texts/values.ts';

interface ReasonsProperties {
  /** `link`: the page where a problem can be fixed. */
  of: readonly (Reason | (Problem & { link: { href: string; text: string } | null }))[];
  /** Shown if there are no problems. */
  empty: string;
}

export function Reasons({ of, empty }: ReasonsProperties) {
  if (of.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ul class="reasons">
      {of.map((reason) => (
        <li key={`${reason.id} ${reason.message}`}>
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
          {'link' in reason && reason.link !== null && (
            <p>
              <a href={reason.link.href}>{t('problems.fix', { page: reason.link.text })}</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The finding's text; the server's English message if these pages have no text for it. */
function FindingText({ of, message }: { of: Finding; message: string }) {
  const text = textOf('finding', of.id, formatValues(of.values));
  if (text !== null) return <>{text}</>;
  return (
    <span lang="en" dir="ltr">
      {message}
    </span>
  );
}
