/** What is wrong, each with what to do about it. */
import type { Problem, Reason } from '../../generated/admin-api.d.ts';
import { t, textOf } from '../texts/texts.ts';
import { shownValues } from '../texts/values.ts';

interface ReasonsProperties {
  /** `way`: the page where something is mended. */
  of: readonly (Reason | (Problem & { way: { href: string; text: string } | null }))[];
  /** Said where nothing is wrong. */
  empty: string;
}

/** What the server's line says more of than the text: which setting it is. In English, as the settings' names are. */
const IN_DETAIL: readonly string[] = [
  'https',
  'mail-server',
  'rate-policies',
  'registration',
  'session-lifetimes',
  'themes',
  'token-lifetimes',
];

export function Reasons({ of, empty }: ReasonsProperties) {
  if (of.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ul class="reasons">
      {of.map((reason) => (
        <li key={`${reason.id} ${reason.message}`}>
          <p>
            <strong>{textOf('reason', reason.id, shownValues(reason.values)) ?? reason.message}</strong>
          </p>
          {IN_DETAIL.includes(reason.id) && (
            <p lang="en" dir="ltr">
              {reason.message}
            </p>
          )}
          {reason.fix !== null && (
            <p>{textOf('reason-fix', reason.id, shownValues(reason.values)) ?? reason.fix}</p>
          )}
          {'way' in reason && reason.way !== null && (
            <p>
              <a href={reason.way.href}>{t('problems.mend', { page: reason.way.text })}</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
