/** What is known about an address: email delivery, account, invitations, links, sessions and devices, with actions to reset, sign out and forget. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Account, Device, LimitsReset, Suppression, User } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { moment, type TextKey, t } from '../../texts/texts.ts';
import { formatValues } from '../../texts/values.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { AtControl, Form } from '../../ui/form.tsx';
import { InvitationState } from '../../ui/invitation-state.tsx';
import { useAction } from '../../ui/load.ts';
import { ClientName, Done, Fact, Facts, Section, State, UserText } from '../../ui/parts.tsx';
import { Reasons } from '../../ui/reasons.tsx';
import { hrefTo, hrefWith } from '../../ui/route.ts';
import { Table } from '../../ui/table.tsx';
import type { Link } from './lines.ts';
import { Timeline } from './timeline.tsx';

const MILLIS_PER_SECOND = 1000;

/** An action that requires confirmation: its texts and its request. */
interface ConfirmedAction {
  title: string;
  text: string;
  done: TextKey;
  method: 'POST' | 'DELETE';
  parts: readonly string[];
  body?: object;
}

function signOutAction(account: string): ConfirmedAction {
  return {
    title: t('users.sign-out'),
    text: t('users.sign-out.text'),
    done: 'users.signed-out',
    method: 'POST',
    parts: ['users', account, 'sign-out'],
  };
}

/** Forgets one device, or all if none is given. */
function forgetAction(account: string, device?: Device): ConfirmedAction {
  return {
    title: t(device === undefined ? 'users.forget-all' : 'users.forget'),
    text:
      device === undefined
        ? t('users.forget-all.text')
        : t('users.forget.text', { device: deviceName(device) }),
    done: 'users.forgotten',
    method: 'DELETE',
    parts: ['users', account, 'devices', ...(device === undefined ? [] : [device.id])],
  };
}

function revokeAction(link: Link): ConfirmedAction {
  return {
    title: t('users.revoke-link'),
    text: t('users.revoke-link.text', { client: link.client_name || link.client_id }),
    done: 'users.link-revoked',
    method: 'POST',
    parts: ['links', link.id, 'revoke'],
  };
}

function resendAction(link: Link, route: string): ConfirmedAction {
  const values = formatValues({ client: link.client_name || link.client_id, route });
  return {
    title: t('line.resend', values),
    text: t('line.resend.text', values),
    done: 'line.resent',
    method: 'POST',
    parts: ['links', link.id, 'resend'],
    body: { route },
  };
}

/** Browser and operating system, as far as they are known. */
function deviceName({ browser, system }: Device): string {
  if (browser !== null && system !== null) return t('users.browser-on', { browser, system });
  return browser ?? system ?? t('users.unknown-browser');
}

/** `reload` looks the user up again. */
export function Found({ user, reload }: { user: User; reload: () => Promise<void> }) {
  const { linkgate_realm, invitations: allowsInvitations, rights } = useAbout();
  const { manage } = rights.users;
  const { account, invitations, opted_out, devices, sessions, email_reasons } = user;
  const reset = useAction();
  const action = useAction();
  const [confirming, setConfirming] = useState<ConfirmedAction | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const resetLimit = () =>
    reset.run(async () => {
      const body = { email: user.email, limit: 'link-email' };
      await call<LimitsReset>('/limits/reset', { method: 'POST', body });
      await reload();
      setDone(t('limits.reset-done'));
    });
  return (
    <>
      {done !== null && <Done>{done}</Done>}
      {confirming !== null && (
        <Confirm
          title={confirming.title}
          text={confirming.text}
          confirmLabel={confirming.title}
          action={action}
          work={async () => {
            const path = confirming.parts.map(encodeURIComponent).join('/');
            const { method, body } = confirming;
            await call(`/${path}`, { method, ...(body === undefined ? {} : { body }) });
            await reload();
            setDone(t(confirming.done));
          }}
          onClose={() => {
            action.reset();
            setConfirming(null);
          }}
        />
      )}
      <Section title={t('users.no-email')}>
        <Failure of={reset.failure} />
        <Reasons
          of={email_reasons}
          empty={t('users.no-email.none')}
          action={({ id }) => {
            if (id === 'limit-reached' && rights.realm.manage)
              return (
                <Button busy={reset.busy} onClick={resetLimit}>
                  {t('users.reset-limit')}
                </Button>
              );
            if (id === 'address-suppressed' && user.suppression !== null)
              return (
                <Suppressed
                  of={user.suppression}
                  manage={manage}
                  onLifted={async () => {
                    await reload();
                    setDone(t('users.lifted'));
                  }}
                />
              );
            if (id === 'invited' && allowsInvitations)
              return (
                <a href={hrefWith({ search: user.email }, 'invitations')}>
                  {t('problems.fix', { page: t('invitations') })}
                </a>
              );
            if ((id === 'sign-up-closed' || id === 'opted-out') && linkgate_realm && rights.realm.view)
              return <a href={hrefTo('referral-codes')}>{t('problems.fix', { page: t('referrals') })}</a>;
            return null;
          }}
        />
      </Section>
      <Section title={t('users.account')}>
        {account === null ? <p>{t('users.no-account')}</p> : <AccountFacts of={account} email={user.email} />}
      </Section>
      {(allowsInvitations || invitations.length > 0 || opted_out) && (
        <Section title={t('invitations')}>
          {opted_out && <p>{t('users.opted-out')}</p>}
          <Table
            caption={t('invitations')}
            rows={invitations}
            keyOf={({ id }) => id}
            empty={t('users.no-invitations')}
            columns={[
              { title: t('clients.one'), cell: (one) => <ClientName of={one} /> },
              { title: t('state'), short: true, cell: ({ state }) => <InvitationState of={state} /> },
              { title: t('invitations.sent'), short: true, cell: ({ sent_at }) => momentOrNone(sent_at) },
              {
                title: t('users.good-until'),
                short: true,
                cell: ({ expires_at }) => momentOrNone(expires_at),
              },
            ]}
          />
        </Section>
      )}
      <Section title={t('users.emails')}>
        <Timeline
          user={user}
          manage={manage}
          onRevoke={(link) => setConfirming(revokeAction(link))}
          onResend={(link, route) => setConfirming(resendAction(link, route))}
        />
      </Section>
      {account !== null && (
        <>
          <Section title={t('users.sessions')}>
            <Table
              caption={t('users.sessions')}
              rows={sessions}
              keyOf={({ id }) => id}
              empty={t('users.no-sessions')}
              columns={[
                { title: t('users.since'), short: true, cell: ({ started_at }) => moment(started_at) },
                {
                  title: t('users.last-used'),
                  short: true,
                  cell: ({ last_access_at }) => moment(last_access_at),
                },
                {
                  title: t('users.ip'),
                  cell: ({ ip_address }) =>
                    ip_address === null ? t('none') : <UserText code>{ip_address}</UserText>,
                },
                {
                  title: t('clients'),
                  cell: ({ clients, waits_for }) =>
                    waits_for !== null
                      ? t('users.waits', { client: waits_for.client_name || waits_for.client_id })
                      : clients.length === 0
                        ? t('none')
                        : clients.map((client, index) => (
                            <Fragment key={client.client_id}>
                              {index > 0 && ', '}
                              <ClientName of={client} />
                            </Fragment>
                          )),
                },
              ]}
            />
            <p class="hint">{t('users.sessions.hint')}</p>
            {manage && (
              <Button onClick={() => setConfirming(signOutAction(account.id))}>{t('users.sign-out')}</Button>
            )}
          </Section>
          {linkgate_realm && (
            <Section title={t('users.devices')}>
              <Table
                caption={t('users.devices')}
                rows={devices}
                keyOf={({ id }) => id}
                empty={t('users.no-devices')}
                columns={[
                  { title: t('users.device'), cell: deviceName },
                  {
                    title: t('users.last-used'),
                    short: true,
                    cell: ({ last_used_at }) => moment(last_used_at),
                  },
                  {
                    title: t('users.good-until'),
                    short: true,
                    cell: ({ expires_at }) => moment(expires_at),
                  },
                  {
                    title: t('actions'),
                    cell: (device) =>
                      manage ? (
                        <Button
                          label={`${t('users.forget')}: ${deviceName(device)}, ${moment(device.last_used_at)}`}
                          onClick={() => setConfirming(forgetAction(account.id, device))}
                        >
                          {t('users.forget')}
                        </Button>
                      ) : (
                        t('none')
                      ),
                  },
                ]}
              />
              {manage && devices.length > 0 && (
                <Button onClick={() => setConfirming(forgetAction(account.id))}>
                  {t('users.forget-all')}
                </Button>
              )}
            </Section>
          )}
        </>
      )}
    </>
  );
}

/** Why the address gets no emails, in the service's words, and how that is lifted. */
function Suppressed({
  of: { id, reason, since, words },
  manage,
  onLifted,
}: {
  of: Suppression;
  manage: boolean;
  onLifted: () => Promise<void>;
}) {
  const [why, setWhy] = useState('');
  const action = useAction();
  const said = t(`users.suppressed.${reason}`, { since: moment(Math.floor(since / MILLIS_PER_SECOND)) });
  return (
    <>
      <p>{said}</p>
      {words !== null && (
        <p>
          <UserText>{words}</UserText>
        </p>
      )}
      {manage && (
        <Form
          class="row"
          onSubmit={() =>
            action.run(async () => {
              const path = `/email-suppressions/${encodeURIComponent(id)}/lift`;
              await call(path, { method: 'POST', body: { reason: why } });
              await onLifted();
            })
          }
        >
          <TextField
            label={t('users.lift.reason')}
            error={fieldErrors(action.failure).reason}
            value={why}
            onInput={setWhy}
            maxLength={200}
            required
          />
          <AtControl>
            <Button type="submit" busy={action.busy}>
              {t('users.lift')}
            </Button>
          </AtControl>
        </Form>
      )}
      <Failure of={action.failure} labels={{ reason: t('users.lift.reason') }} />
    </>
  );
}

function momentOrNone(seconds: number | null): string {
  return seconds === null ? t('none') : moment(seconds);
}

function AccountFacts({ of, email }: { of: Account; email: string }) {
  return (
    <Facts>
      <Fact name={t('email')}>
        <UserText>{email}</UserText>
      </Fact>
      <Fact name={t('name')}>{of.name === null ? t('none') : <UserText>{of.name}</UserText>}</Fact>
      <Fact name={t('state')}>
        <State kind={of.enabled ? 'good' : 'bad'}>{t(of.enabled ? 'users.enabled' : 'users.disabled')}</State>
      </Fact>
      <Fact name={t('users.verified')}>{t(of.email_verified ? 'yes' : 'no')}</Fact>
      {of.created_at !== null && <Fact name={t('users.created')}>{moment(of.created_at)}</Fact>}
    </Facts>
  );
}
