/** Problems, each with its fix. */
import type { Finding, Problem, Reason } from '../../generated/admin-api.d.ts';
import { t, textOf } from '../texts/texts.ts';
import { shownValues } from '../texts/values.ts';

interface ReasonsProperties {
  /** `way`: the page where a problem can be fixed. */
  of: readonly (Reason | (Problem & { way: { href: string; text: string } | null }))[];
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
            <strong>{textOf('reason', reason.id, shownValues(reason.values)) ?? reason.message}</strong>
          </p>
          {'detail' in reason && reason.detail !== null && (
            <p>
              <Found of={reason.detail} message={reason.message} />
            </p>
          )}
          {reason.fix !== null && (
            <p>{textOf('reason-fix', reason.id, shownValues(reason.values)) ?? reason.fix}</p>
          )}
          {'way' in reason && reason.way !== null && (
            <p>
              <a href={reason.way.href}>{t('problems.fix', { page: reason.way.text })}</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The setting's text; in English if these pages don't know it. */
function Found({ of, message }: { of: Finding; message: string }) {
  const text = textOf('finding', of.id, shownValues(of.values));
  if (text !== null) return <>{text}</>;
  return (
    <span lang="en" dir="ltr">
      {message}
    </span>
  );
}
