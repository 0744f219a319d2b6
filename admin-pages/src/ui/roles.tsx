/** Lists the missing roles, so that the administrator can request them. */
import { t } from '../texts/texts.ts';

export function Roles({ roles }: { roles: readonly string[] }) {
  return (
    <>
      <p>{t('role.text')}</p>
      <ul>
        {roles.map((role) => (
          <li key={role}>
            <code dir="ltr">realm-management: {role}</code>
          </li>
        ))}
      </ul>
      <p>{t('role.after')}</p>
    </>
  );
}
