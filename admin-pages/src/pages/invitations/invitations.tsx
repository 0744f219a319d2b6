/** Invitations: to one user, to a list, and the state of each. */
import { useState } from 'preact/hooks';
import type { Invitation } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { rolesFor, useAbout } from '../../server/rights.ts';
import { moment, named, type TextKey, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { INVITATION_STATES, InvitationState } from '../../ui/invitation-state.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Done, Loading, Page, Section, UserText } from '../../ui/parts.tsx';
import { Roles } from '../../ui/roles.tsx';
import { PAGE_ROWS, Pager, Table } from '../../ui/table.tsx';
import { Allow, Forbid } from './allow.tsx';
import { Batches } from './batches.tsx';
import { InviteOne } from './invite-one.tsx';

const PATH = '/invitations';

/** States in which an invitation can be resent or revoked. */
const RESENDABLE: readonly Invitation['state'][] = ['sent', 'opened', 'expired', 'failed', 'uncertain'];
const REVOCABLE: readonly Invitation['state'][] = ['waiting', 'sent', 'opened', 'uncertain'];

export function Invitations(_: { parts: string[] }) {
  const { invitations: allowed, rights } = useAbout();
  const { view, manage } = rights.users;
  const [round, setRound] = useState(0);
  if (!allowed || !view)
    return (
      <Page title={t('invitations')}>
        {allowed ? <p>{t('invitations.on')}</p> : <Allow />}
        {allowed && rights.realm.manage && <Forbid />}
        {!view && (
          <Section title={t('role')}>
            <Roles roles={rolesFor('users', 'view')} />
          </Section>
        )}
      </Page>
    );
  return (
    <Page title={t('invitations')}>
      {manage && (
        <Section title={t('invitations.one')}>
          <InviteOne onSent={() => setRound(round + 1)} />
        </Section>
      )}
      <Section title={t('invitations.lists')}>
        <Batches onProgress={() => setRound(round + 1)} />
      </Section>
      <Section title={t('invitations.all')}>
        <List round={round} />
      </Section>
      {rights.realm.manage && <Forbid />}
    </Page>
  );
}

interface InvitationList {
  invitations: Invitation[];
  next: number | null;
}

/** Reloads with each `round`. */
function List({ round }: { round: number }) {
  const { manage } = useAbout().rights.users;
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState({ search: '', state: '', first: 0 });
  const action = useAction();
  const revocation = useAction();
  const [confirming, setConfirming] = useState<Invitation | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const list = useLoaded(
    (signal) => call<InvitationList>(PATH, { query: { ...wanted, max: PAGE_ROWS }, signal }),
    [wanted, round],
  );
  const act = async ({ id, email }: Invitation, action: 'resend' | 'revoke', message: TextKey) => {
    setDone(null);
    await call(`${PATH}/${encodeURIComponent(id)}/${action}`, { method: 'POST' });
    setDone(t(message, { email: email ?? '' }));
    list.reload();
  };
  return (
    <>
      <Form
        class="filters"
        onSubmit={() => {
          setWanted({ ...wanted, search: typed.trim(), first: 0 });
        }}
      >
        <TextField
          label={t('invitations.search')}
          type="search"
          value={typed}
          onInput={setTyped}
          maxLength={255}
          leftToRight
        />
        <ChoiceField
          label={t('state')}
          value={wanted.state}
          onChange={(state) => setWanted({ ...wanted, state, first: 0 })}
          options={[
            { value: '', label: t('state.any') },
            ...Object.keys(INVITATION_STATES).map((value) => ({
              value,
              label: named('invitation-state', value),
            })),
          ]}
        />
        <Button type="submit">{t('search')}</Button>
      </Form>
      <Failure of={action.failure} />
      {done !== null && <Done>{done}</Done>}
      {confirming !== null && (
        <Confirm
          title={t('invitations.revoke')}
          text={t('invitations.revoke.text', { email: confirming.email ?? '' })}
          confirmLabel={t('invitations.revoke')}
          action={revocation}
          work={() => act(confirming, 'revoke', 'invitations.revoked')}
          onClose={() => {
            revocation.reset();
            setConfirming(null);
          }}
        />
      )}
      <Loading of={list}>
        {({ invitations, next }) => (
          <>
            <Table
              caption={t('invitations.all')}
              rows={invitations}
              keyOf={({ id }) => id}
              empty={t('invitations.none')}
              columns={[
                {
                  title: t('email'),
                  cell: ({ email, name }) => (
                    <>
                      {email === null ? t('invitations.forgotten') : <UserText>{email}</UserText>}
                      {name !== null && (
                        <>
                          <br />
                          <UserText>{name}</UserText>
                        </>
                      )}
                    </>
                  ),
                },
                {
                  title: t('state'),
                  cell: ({ state, failure_rejection: failure }) => (
                    <>
                      <InvitationState of={state} />
                      {failure !== null && (
                        <p class="hint">
                          <ErrorText of={failure} />
                        </p>
                      )}
                    </>
                  ),
                },
                {
                  title: t('invitations.sent'),
                  cell: ({ sent_at }) => (sent_at === null ? t('none') : moment(sent_at)),
                },
                {
                  title: t('users.good-until'),
                  cell: ({ expires_at }) => (expires_at === null ? t('none') : moment(expires_at)),
                },
                {
                  title: t('actions'),
                  cell: (one) =>
                    manage && one.email !== null && [...RESENDABLE, ...REVOCABLE].includes(one.state) ? (
                      <>
                        {RESENDABLE.includes(one.state) && one.resend_rejection !== null && (
                          <p class="hint">
                            {t('invitations.no-resend')} <ErrorText of={one.resend_rejection} />
                          </p>
                        )}
                        <div class="buttons">
                          {RESENDABLE.includes(one.state) && one.resend_rejection === null && (
                            <Button
                              label={`${t('invitations.resend')}: ${one.email}`}
                              busy={action.busy}
                              onClick={() => action.run(() => act(one, 'resend', 'invitations.sent-to'))}
                            >
                              {t('invitations.resend')}
                            </Button>
                          )}
                          {REVOCABLE.includes(one.state) && (
                            <Button
                              label={`${t('invitations.revoke')}: ${one.email}`}
                              onClick={() => setConfirming(one)}
                            >
                              {t('invitations.revoke')}
                            </Button>
                          )}
                        </div>
                      </>
                    ) : (
                      t('none')
                    ),
                },
              ]}
            />
            <Pager
              first={wanted.first}
              shown={invitations.length}
              next={next}
              onFirst={(first) => setWanted({ ...wanted, first })}
            />
          </>
        )}
      </Loading>
    </>
  );
}
