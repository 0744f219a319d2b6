/** All invitations with the state of each, to search, resend and revoke. */
import { useState } from 'preact/hooks';
import type { Invitation } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { rejectionText } from '../../texts/rejection.ts';
import { moment, named, type TextKey, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { Failure } from '../../ui/failure.tsx';
import { INVITATION_STATES, InvitationState } from '../../ui/invitation-state.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { ClientName, Done, Loading, UserText } from '../../ui/parts.tsx';
import { useListQuery } from '../../ui/route.ts';
import { PAGE_ROWS, Pager, Table } from '../../ui/table.tsx';

const PATH = '/invitations';

/** States in which an invitation can be resent or revoked. */
const RESENDABLE: readonly Invitation['state'][] = [
  'sent',
  'opened',
  'expired',
  'skipped',
  'failed',
  'uncertain',
];
const REVOCABLE: readonly Invitation['state'][] = ['waiting', 'sent', 'opened', 'uncertain'];

interface Found {
  invitations: Invitation[];
  next: number | null;
  total: number | null;
}

/** Reloads with each `round`. */
export function InvitationList({ round }: { round: number }) {
  const { manage } = useAbout().rights.users;
  const query = useListQuery();
  const [wanted, setWanted] = query;
  const action = useAction();
  const revocation = useAction();
  const [confirming, setConfirming] = useState<Invitation | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const list = useLoaded(
    (signal) => call<Found>(PATH, { query: { ...wanted, max: PAGE_ROWS }, signal }),
    [wanted.search, wanted.state, wanted.first, round],
  );
  const act = async ({ id, email }: Invitation, what: 'resend' | 'revoke', message: TextKey) => {
    setDone(null);
    await call(`${PATH}/${encodeURIComponent(id)}/${what}`, { method: 'POST' });
    setDone(t(message, { email: email ?? '' }));
    list.reload();
  };
  return (
    <>
      <ListSearch
        of={query}
        label={t('invitations.search')}
        states={Object.keys(INVITATION_STATES).map((value) => ({
          value,
          label: named('invitation-state', value),
        }))}
      />
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
        {({ invitations, next, total }) => (
          <>
            <Table
              caption={t('invitations.all')}
              rows={invitations}
              keyOf={({ id }) => id}
              empty={t(wanted.search || wanted.state ? 'invitations.none' : 'invitations.none-yet')}
              columns={[
                { title: t('email'), cell: (one) => <Invitee of={one} /> },
                {
                  title: t('clients.one'),
                  cell: ({ client_id, client_name }) =>
                    client_id === null || client_name === null ? (
                      t('none')
                    ) : (
                      <ClientName of={{ client_id, client_name }} />
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
                  short: true,
                  cell: ({ sent_at }) => (sent_at === null ? t('none') : moment(sent_at)),
                },
                {
                  title: t('users.good-until'),
                  short: true,
                  cell: ({ expires_at }) => (expires_at === null ? t('none') : moment(expires_at)),
                },
                {
                  title: t('actions'),
                  cell: (one) =>
                    manage && one.email !== null && [...RESENDABLE, ...REVOCABLE].includes(one.state) ? (
                      <div class="buttons">
                        {RESENDABLE.includes(one.state) && (
                          <Button
                            label={`${t('invitations.resend')}: ${one.email}`}
                            busy={action.busy}
                            reason={reasonAgainst(one)}
                            explained
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
              {...(total === null ? {} : { total })}
              onFirst={(first) => setWanted({ first })}
            />
          </>
        )}
      </Loading>
    </>
  );
}

function Invitee({ of: { email, name } }: { of: Invitation }) {
  return (
    <>
      {email === null ? t('invitations.forgotten') : <UserText>{email}</UserText>}
      {name !== null && (
        <>
          <br />
          <UserText>{name}</UserText>
        </>
      )}
    </>
  );
}

/** Why an invitation can't be resent now, or null. */
function reasonAgainst({ resend_rejection: rejection }: Invitation): string | null {
  return rejection === null ? null : (rejectionText(rejection) ?? rejection.message);
}
