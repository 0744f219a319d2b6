/** Referral codes: create, list with the users who used them, revoke. */
import { useState } from 'preact/hooks';
import type { Referral, Referred } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { moment, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Loading, Page, Section, State, UserText } from '../../ui/parts.tsx';
import { hrefTo } from '../../ui/route.ts';
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
  const [first, setFirst] = useState(0);
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
                  { title: t('referrals.made'), cell: ({ created_at }) => moment(created_at) },
                  {
                    title: t('referrals.uses'),
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
                    cell: ({ client_id }) =>
                      client_id === null ? t('referrals.any-client') : <UserText code>{client_id}</UserText>,
                  },
                  {
                    title: t('referrals.end'),
                    cell: ({ expires_at }) => (expires_at === null ? t('none') : moment(expires_at)),
                  },
                  { title: t('state'), cell: (code) => <CodeState of={code} /> },
                  {
                    title: t('referrals.revoke'),
                    cell: (code) =>
                      manage ? (
                        <Button
                          label={`${t('referrals.revoke')}: ${moment(code.created_at)}`}
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
          title={t('referrals.revoke')}
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

function CodeState({ of: { uses, max_uses, expires_at } }: { of: Referral }) {
  if (expires_at !== null && expires_at * 1000 <= Date.now())
    return <State kind="inactive">{t('referrals.ended')}</State>;
  if (uses >= max_uses) return <State kind="inactive">{t('referrals.used-up')}</State>;
  return <State kind="good">{t('referrals.good')}</State>;
}

function Users({ id }: { id: string }) {
  const [first, setFirst] = useState(0);
  const list = useLoaded(
    (signal) =>
      call<{ users: Referred[]; next: number | null }>(`${PATH}/${encodeURIComponent(id)}/users`, {
        query: { first, max: PAGE_ROWS },
        signal,
      }),
    [id, first],
  );
  return (
    <Page title={t('referrals.users')}>
      <p>
        <a href={hrefTo('referral-codes')}>{t('referrals.back')}</a>
      </p>
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
            <Pager first={first} shown={users.length} next={next} onFirst={setFirst} />
          </>
        )}
      </Loading>
    </Page>
  );
}
