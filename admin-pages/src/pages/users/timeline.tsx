/** One line of time for each email to a user, with what an administrator can do about it. */
import type { User } from '../../../generated/admin-api.d.ts';
import { dateTime, moment, named, t } from '../../texts/texts.ts';
import { formatValues } from '../../texts/values.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { ClientName, State, UserText } from '../../ui/parts.tsx';
import { type Line, type Link, linesOf, type Step, stepsOf, textOf } from './lines.ts';

const DAY = 86_400;

export function Timeline({
  user,
  manage,
  onRevoke,
  onResend,
}: {
  user: User;
  /** Whether the administrator may change anything. */
  manage: boolean;
  onRevoke: (link: Link) => void;
  onResend: (link: Link, route: string) => void;
}) {
  const lines = linesOf(user);
  if (lines.length === 0) return <p class="empty">{t('users.no-emails')}</p>;
  return (
    <ul class="lines">
      {lines.map((line) => {
        const { key, kind, client, at, link } = line;
        const name = `${named('email-kind', kind)}, ${moment(at)}`;
        const routes = manage ? resendRoutes(line, user) : [];
        return (
          <li key={key} class="line">
            <h3>
              {named('email-kind', kind)}
              {client !== null && (
                <>
                  {' · '}
                  <ClientName of={client} />
                </>
              )}{' '}
              <span class="when">{moment(at)}</span>
            </h3>
            <ol class="steps">
              {stepsOf(line).map((step, index) => (
                <OneStep key={`${index} ${step.text}`} of={step} since={at} />
              ))}
            </ol>
            <div class="buttons">
              <CopyButton label={`${t('line.copy')}: ${name}`} text={textOf(line, user.email)}>
                {t('line.copy')}
              </CopyButton>
              {link !== null &&
                routes.map((route) => (
                  <Button
                    key={route}
                    label={`${t('line.resend', formatValues({ route }))}: ${name}`}
                    onClick={() => onResend(link, route)}
                  >
                    {t('line.resend', formatValues({ route }))}
                  </Button>
                ))}
              {manage && link !== null && link.state === 'issued' && (
                <Button
                  label={`${t('users.revoke-link')}: ${link.client_name || link.client_id}, ${moment(link.requested_at)}`}
                  onClick={() => onRevoke(link)}
                >
                  {t('users.revoke-link')}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The routes by which its link can be sent anew: the others than the one that it took. */
function resendRoutes({ email, link }: Line, { routes, suppression }: User): readonly string[] {
  if (link === null || link.state === 'used' || suppression !== null) return [];
  return routes.filter((route) => route !== email?.route);
}

function OneStep({ of: { kind, text, at, words }, since }: { of: Step; since: number }) {
  return (
    <li class="step">
      <State kind={kind}>{text}</State>
      {at !== null && <span class="when">{whenText(at, since)}</span>}
      {words !== null && (
        <span class="words">
          <UserText>{words}</UserText>
        </span>
      )}
    </li>
  );
}

/** The time, to the second; with the date if it isn't about that of the line. */
function whenText(at: number, since: number): string {
  return dateTime(at, {
    ...(Math.abs(at - since) < DAY / 2 ? {} : { dateStyle: 'medium' }),
    timeStyle: 'medium',
  });
}
