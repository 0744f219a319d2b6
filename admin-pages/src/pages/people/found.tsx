/** What was found of a person, with what an administrator can end. */
import { useState } from 'preact/hooks';
import type { Account, Person } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { moment, named, type TextKey, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { useAction } from '../../ui/load.ts';
import { Done, Fact, Facts, Section, State, Theirs } from '../../ui/parts.tsx';
import { Reasons } from '../../ui/reasons.tsx';
import { Table } from '../../ui/table.tsx';

/** Something that can be ended: what is said of it, and the call that does it. */
interface End {
  title: TextKey;
  text: TextKey;
  done: TextKey;
  method: 'POST' | 'DELETE';
  parts: readonly string[];
}

function signOut(account: string): End {
  return {
    title: 'people.sign-out',
    text: 'people.sign-out.text',
    done: 'people.signed-out',
    method: 'POST',
    parts: [account, 'sign-out'],
  };
}

/** Of one device, or of all. */
function forget(account: string, device?: string): End {
  return {
    title: device === undefined ? 'people.forget-all' : 'people.forget',
    text: device === undefined ? 'people.forget-all.text' : 'people.forget.text',
    done: 'people.forgotten',
    method: 'DELETE',
    parts: [account, 'devices', ...(device === undefined ? [] : [device])],
  };
}

/** `again` looks the person up again. */
export function Found({ person, again }: { person: Person; again: () => Promise<void> }) {
  const { manage } = useAbout().rights.users;
  const { account, links, devices, sessions, mail } = person;
  const action = useAction();
  const [asks, setAsks] = useState<End | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      {done !== null && <Done>{done}</Done>}
      {asks !== null && (
        <Confirm
          title={t(asks.title)}
          text={t(asks.text)}
          does={t(asks.title)}
          action={action}
          work={async () => {
            const path = asks.parts.map(encodeURIComponent).join('/');
            await call(`/people/${path}`, { method: asks.method });
            await again();
            setDone(t(asks.done));
          }}
          onClose={() => {
            action.forget();
            setAsks(null);
          }}
        />
      )}
      <Section title={t('people.account')}>
        {account === null ? (
          <p>{t('people.no-account')}</p>
        ) : (
          <AccountFacts of={account} email={person.email} />
        )}
      </Section>
      <Section title={t('people.mail')}>
        <Reasons of={mail} empty={t('people.mail.none')} />
      </Section>
      <Section title={t('people.links')}>
        <Table
          caption={t('people.links')}
          rows={links}
          keyOf={({ id }) => id}
          empty={t('people.no-links')}
          columns={[
            { title: t('people.asked'), cell: ({ asked_at }) => moment(asked_at) },
            { title: t('clients.one'), cell: ({ client_name }) => <Theirs>{client_name}</Theirs> },
            {
              title: t('state'),
              cell: ({ state }) => (
                <State
                  kind={
                    (
                      {
                        issued: 'waits',
                        used: 'good',
                        superseded: 'over',
                        revoked: 'over',
                        expired: 'over',
                      } as const
                    )[state]
                  }
                >
                  {named('link-state', state)}
                </State>
              ),
            },
            { title: t('people.good-until'), cell: ({ expires_at }) => moment(expires_at) },
            {
              title: t('people.refused'),
              cell: ({ refused, refused_at }) =>
                refused === null
                  ? t('none')
                  : `${named('refused', refused)}${refused_at === null ? '' : ` (${moment(refused_at)})`}`,
            },
          ]}
        />
      </Section>
      {account !== null && (
        <>
          <Section title={t('people.sessions')}>
            <Table
              caption={t('people.sessions')}
              rows={sessions}
              keyOf={({ id }) => id}
              empty={t('people.no-sessions')}
              columns={[
                { title: t('people.since'), cell: ({ started_at }) => moment(started_at) },
                { title: t('people.last-used'), cell: ({ last_access_at }) => moment(last_access_at) },
                {
                  title: t('people.ip'),
                  cell: ({ ip_address }) =>
                    ip_address === null ? t('none') : <Theirs code>{ip_address}</Theirs>,
                },
                {
                  title: t('clients'),
                  cell: ({ clients }) =>
                    clients.length === 0
                      ? t('none')
                      : clients.map((client) => (
                          <span key={client}>
                            <Theirs code>{client}</Theirs>{' '}
                          </span>
                        )),
                },
              ]}
            />
            {manage && sessions.length > 0 && (
              <Button onClick={() => setAsks(signOut(account.id))}>{t('people.sign-out')}</Button>
            )}
          </Section>
          <Section title={t('people.devices')}>
            <Table
              caption={t('people.devices')}
              rows={devices}
              keyOf={({ id }) => id}
              empty={t('people.no-devices')}
              columns={[
                { title: t('people.last-used'), cell: ({ last_used_at }) => moment(last_used_at) },
                { title: t('people.good-until'), cell: ({ expires_at }) => moment(expires_at) },
                {
                  title: t('people.forget'),
                  cell: ({ id, last_used_at }) =>
                    manage ? (
                      <Button
                        label={`${t('people.forget')}: ${moment(last_used_at)}`}
                        onClick={() => setAsks(forget(account.id, id))}
                      >
                        {t('people.forget')}
                      </Button>
                    ) : (
                      t('none')
                    ),
                },
              ]}
            />
            {manage && devices.length > 0 && (
              <Button onClick={() => setAsks(forget(account.id))}>{t('people.forget-all')}</Button>
            )}
          </Section>
        </>
      )}
    </>
  );
}

function AccountFacts({ of, email }: { of: Account; email: string }) {
  return (
    <Facts>
      <Fact name={t('email')}>
        <Theirs>{email}</Theirs>
      </Fact>
      <Fact name={t('name')}>{of.name === null ? t('none') : <Theirs>{of.name}</Theirs>}</Fact>
      <Fact name={t('state')}>
        <State kind={of.enabled ? 'good' : 'bad'}>
          {t(of.enabled ? 'people.enabled' : 'people.disabled')}
        </State>
      </Fact>
      <Fact name={t('people.verified')}>{t(of.email_verified ? 'yes' : 'no')}</Fact>
      {of.created_at !== null && <Fact name={t('people.created')}>{moment(of.created_at)}</Fact>}
    </Facts>
  );
}
