/** Referral codes: create, list with the users who used them, revoke. */
import { useState } from 'preact/hooks';
import type { Referral, Referred } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { moment, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { ClientName, Loading, Page, Section, State, UserText } from '../../ui/parts.tsx';
import { hrefBackTo, hrefTo, useListQuery } from '../../ui/route.ts';
import { PAGE_ROWS, Pager, Table } from '../../ui/table.tsx';
import { NewCode } from './new-code.tsx';

const PATH = '/referrals';

/** `referral-codes`, and `referral-codes/{id}`: the users who signed up with a code. */
export function Referrals({ parts: [id] }: { parts: string[] }) {
  return id === undefined ? <List /> : <Users key={id} id={id} />;
}

function List() {
  const about = useAbout();
  const { manage } = about.rights.realm;
  const [{ first }, setQuery] = useListQuery();
  const setFirst = (value: number) => setQuery({ first: value });
  const [confirming, setConfirming] = useState<Referral | null>(null);
  const revocation = useAction();
  const list = useLoaded(
    (signal) =>
      call<{ referrals: Referral[]; next: number | null }>(PATH, {
        query: { first, max: PAGE_ROWS },
        signal,
      }),
    [first],
  );
  return (
    <Page title={t('referrals')}>
      <p class="hint">{t(about.sign_up === 'open' ? 'referrals.open' : 'referrals.closed')}</p>
      {manage && (
        <Section title={t('referrals.new')}>
          <NewCode onCreated={() => (first === 0 ? list.reload() : setFirst(0))} />
        </Section>
      )}
      <Section title={t('referrals.all')}>
        <Loading of={list}>
          {({ referrals, next }) => (
            <>
              <Table
                caption={t('referrals.all')}
                rows={referrals}
                keyOf={({ id }) => id}
                empty={t('referrals.none')}
                columns={[
                  { title: t('referrals.code'), cell: (code) => <code dir="ltr">{endOf(code)}</code> },
                  {
                    title: t('referrals.note'),
                    cell: ({ note }) => (note === null ? t('none') : <UserText>{note}</UserText>),
                  },
                  { title: t('referrals.made'), short: true, cell: ({ created_at }) => moment(created_at) },
                  {
                    title: t('referrals.uses'),
                    short: true,
                    cell: ({ id, uses, max_uses }) => {
                      const text = t('referrals.uses-of', { uses, max: max_uses });
                      return about.rights.users.view ? (
                        <a href={hrefTo('referral-codes', id)}>{text}</a>
                      ) : (
                        text
                      );
                    },
                  },
                  {
                    title: t('referrals.client'),
                    cell: ({ client_id, client_name }) =>
                      client_id === null || client_name === null ? (
                        t('referrals.any-client')
                      ) : (
                        <ClientName of={{ client_id, client_name }} />
                      ),
                  },
                  {
                    title: t('referrals.end'),
                    short: true,
                    cell: ({ expires_at }) => (expires_at === null ? t('none') : moment(expires_at)),
                  },
                  { title: t('state'), cell: (code) => <CodeState of={code} /> },
                  {
                    title: t('actions'),
                    cell: (code) =>
                      manage ? (
                        <Button
                          label={`${t('referrals.revoke')}: ${nameOf(code)}`}
                          onClick={() => setConfirming(code)}
                        >
                          {t('referrals.revoke')}
                        </Button>
                      ) : (
                        t('none')
                      ),
                  },
                ]}
              />
              <Pager first={first} shown={referrals.length} next={next} onFirst={setFirst} />
            </>
          )}
        </Loading>
      </Section>
      {confirming !== null && (
        <Confirm
          title={t('referrals.revoke.title', { code: nameOf(confirming) })}
          text={t('referrals.revoke.text')}
          confirmLabel={t('referrals.revoke')}
          action={revocation}
          work={async () => {
            await call(`${PATH}/${encodeURIComponent(confirming.id)}`, { method: 'DELETE' });
            list.reload();
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </Page>
  );
}

/** The end of a code, which tells it apart from others. */
function endOf({ last_letters }: Referral): string {
  return `…${last_letters}`;
}

/** The end of a code, with its note. */
function nameOf(code: Referral): string {
  return code.note === null ? endOf(code) : `${endOf(code)} (${code.note})`;
}

function CodeState({ of: { uses, max_uses, expires_at } }: { of: Referral }) {
  if (expires_at !== null && expires_at * 1000 <= Date.now())
    return <State kind="neutral">{t('referrals.ended')}</State>;
  if (uses >= max_uses) return <State kind="neutral">{t('referrals.used-up')}</State>;
  return <State kind="good">{t('referrals.good')}</State>;
}

function Users({ id }: { id: string }) {
  const [{ first }, setQuery] = useListQuery();
  const list = useLoaded(
    (signal) =>
      call<{ users: Referred[]; next: number | null }>(`${PATH}/${encodeURIComponent(id)}/users`, {
        query: { first, max: PAGE_ROWS },
        signal,
      }),
    [id, first],
  );
  return (
    <Page
      title={t('referrals.users')}
      back={[{ href: hrefBackTo('referral-codes'), text: t('referrals.back') }]}
    >
      <Loading of={list}>
        {({ users, next }) => (
          <>
            <Table
              caption={t('referrals.users')}
              rows={users}
              keyOf={(user) => user.id}
              empty={t('referrals.nobody')}
              columns={[
                {
                  title: t('email'),
                  cell: ({ email }) => (email === null ? t('none') : <UserText>{email}</UserText>),
                },
                {
                  title: t('name'),
                  cell: ({ name }) => (name === null ? t('none') : <UserText>{name}</UserText>),
                },
                { title: t('referrals.used-at'), cell: ({ used_at }) => moment(used_at) },
              ]}
            />
            <Pager
              first={first}
              shown={users.length}
              next={next}
              onFirst={(value) => setQuery({ first: value })}
            />
          </>
        )}
      </Loading>
    </Page>
  );
}
