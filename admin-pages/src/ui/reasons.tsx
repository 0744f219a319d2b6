/** What is wrong, each with what to do about it; in English, as the server says it. */
import type { Reason } from '../../generated/admin-api.d.ts';
import { t } from '../texts/texts.ts';

interface ReasonsProperties {
  /** `way`: the page where something is mended. */
  of: readonly (Reason & { way?: { href: string; text: string } | null })[];
  /** Said where nothing is wrong. */
  empty: string;
}

export function Reasons({ of, empty }: ReasonsProperties) {
  if (of.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ul class="reasons">
      {of.map(({ id, message, fix, way }) => (
        <li key={`${id} ${message}`}>
          <p lang="en" dir="ltr">
            <strong>{message}</strong>
          </p>
          {fix !== null && (
            <p lang="en" dir="ltr">
              {fix}
            </p>
          )}
          {way && (
            <p>
              <a href={way.href}>{t('problems.mend', { page: way.text })}</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
