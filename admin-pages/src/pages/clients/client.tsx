/** One client: its metadata in cards, and the administrator's decision on it. */
import { useState } from 'preact/hooks';
import type {
  ApiScope,
  Approval,
  Client,
  RevokedLinks,
  SecondFactorState,
} from '../../../generated/admin-api.d.ts';
import { ApiFailure, call } from '../../server/api.ts';
import { CONFIG } from '../../server/config.ts';
import { useAbout } from '../../server/rights.ts';
import { type TextKey, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { type Loaded, useAction, useLoaded } from '../../ui/load.ts';
import { Done, Loading, Page } from '../../ui/parts.tsx';
import { goTo, hrefBackTo, hrefTo } from '../../ui/route.ts';
import { ApiAccess } from './api-access.tsx';
import { ClientCards } from './claims.tsx';
import { ClientState } from './client-state.tsx';
import { ClientRefreshTokens } from './refresh-tokens.tsx';
import { Review } from './review.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SettingsOfClient } from './settings.tsx';
import { Arrival } from './urls.tsx';

/** A decision: its button, the resulting state, and whether it stops the client, which has to be confirmed. */
interface Decision {
  name: 'approve' | 'reject' | 'suspend' | 'delete' | 'bring-back' | 'reopen';
  state: Approval['state'];
  stops?: true;
}

const DELETE: Decision = { name: 'delete', state: 'deleted', stops: true };

/** Possible decisions by the client's current state; only a client that can be approved has a primary one. */
const DECISIONS: Record<Client['state'], readonly Decision[]> = {
  pending: [
    { name: 'approve', state: 'approved' },
    { name: 'reject', state: 'rejected', stops: true },
  ],
  approved: [{ name: 'suspend', state: 'suspended', stops: true }, DELETE],
  suspended: [{ name: 'approve', state: 'approved' }, DELETE],
  rejected: [{ name: 'reopen', state: 'pending' }],
  deleted: [{ name: 'bring-back', state: 'approved' }],
};

/** The states in which an approval is to be decided, by what the client says of itself. */
const APPROVABLE: readonly Client['state'][] = ['pending', 'suspended'];

/** The states in which a client can be removed with everything that belongs to it. */
const REMOVABLE: readonly Client['state'][] = ['rejected', 'deleted'];

export function ClientPage({ id }: { id: string }) {
  const path = `/clients/${encodeURIComponent(id)}`;
  const loaded = useLoaded((signal) => call<Client>(path, { signal }), [id]);
  return (
    <Page
      title={loaded.data?.name ?? t('clients.one')}
      back={[{ href: hrefBackTo('clients'), text: t('clients') }]}
      beside={loaded.data !== null && <ClientState of={loaded.data} />}
    >
      <Loading of={loaded}>
        {(client) => <Details client={client} path={path} replace={loaded.replace} reload={loaded.reload} />}
      </Loading>
    </Page>
  );
}

/** Whether the client has changed since the version that was shown. */
function hasChanged(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.rejection?.id === 'client-changed';
}

interface DetailsProperties extends Pick<Loaded<Client>, 'replace' | 'reload'> {
  client: Client;
  path: string;
}

function Details({ client, path, replace, reload }: DetailsProperties) {
  const isOwn = client.client_id === CONFIG.client;
  const { rights } = useAbout();
  const manage = rights.clients.manage && !isOwn;
  const { name } = client;
  const apiScopes = useLoaded(
    (signal) => call<{ api_scopes: ApiScope[] }>('/api-scopes', { signal }),
    [client.version],
  );
  const factor = useLoaded(
    (signal) => call<SecondFactorState>('/second-factor', { signal }),
    [client.version],
  );
  const action = useAction();
  const removal = useAction();
  const [confirmed, setConfirmed] = useState<Decision | 'remove' | 'revoke-links' | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [before, setBefore] = useState<Client | null>(null);
  /** Runs a change of the client that was shown; shows it again, with the differences, if it has changed since. */
  const change = async (work: () => Promise<Client>, text: string) => {
    setDone(null);
    setBefore(null);
    try {
      replace(await work());
      setDone(text);
    } catch (failure) {
      if (!hasChanged(failure)) throw failure;
      setBefore(client);
      reload();
    }
  };
  const decide = (decision: Decision) => {
    const { state } = decision;
    // Only an approval depends on the client's metadata.
    const body: Approval = state === 'approved' ? { state, version: client.version } : { state };
    return change(
      () => call<Client>(`${path}/approval`, { method: 'PUT', body }),
      t(`clients.done.${decision.name}` satisfies TextKey, { name }),
    );
  };
  return (
    <>
      <p class="hint">{isOwn ? t('clients.own') : t(`clients.explain.${client.state}`)}</p>
      {APPROVABLE.includes(client.state) && <Review of={client} />}
      {manage && (
        <div class="buttons">
          {DECISIONS[client.state].map((decision) => (
            <Button
              key={decision.name}
              kind={decision.name === 'approve' ? 'primary' : 'plain'}
              busy={action.busy}
              onClick={() => (decision.stops ? setConfirmed(decision) : action.run(() => decide(decision)))}
            >
              {t(`clients.${decision.name}`)}
            </Button>
          ))}
          {client.kind !== 'public' && (
            <Button onClick={() => setConfirmed('revoke-links')}>{t('clients.revoke-links')}</Button>
          )}
          {REMOVABLE.includes(client.state) && (
            <Button kind="danger" onClick={() => setConfirmed('remove')}>
              {t('clients.remove')}
            </Button>
          )}
        </div>
      )}
      {done !== null && <Done>{done}</Done>}
      {before !== null && (
        <div class="notice error" role="alert">
          <p>{t('rejection.client-changed')}</p>
          <p>{t('clients.changed.look')}</p>
        </div>
      )}
      {confirmed === null && <Failure of={action.failure} />}
      <ClientCards
        of={client}
        before={before}
        arrival={
          <Arrival
            key={client.version}
            client={client}
            manage={manage}
            save={(body) => change(() => call<Client>(`${path}/urls`, { method: 'PUT', body }), t('saved'))}
          />
        }
        stay={
          <ClientRefreshTokens
            key={client.version}
            client={client}
            manage={manage}
            save={(body) =>
              change(() => call<Client>(`${path}/refresh-tokens`, { method: 'PUT', body }), t('saved'))
            }
          />
        }
        factor={
          <Loading of={factor}>
            {(state) => (
              <SecondFactor
                key={client.version}
                client={client}
                state={state}
                manage={rights.clients.manage && rights.realm.manage}
                save={(body) =>
                  change(() => call<Client>(`${path}/second-factor`, { method: 'PUT', body }), t('saved'))
                }
              />
            )}
          </Loading>
        }
        api={
          <Loading of={apiScopes}>
            {({ api_scopes: scopes }) => (
              <ApiAccess
                key={client.version}
                client={client}
                before={before}
                scopes={scopes}
                manage={manage}
                save={(body) =>
                  change(() => call<Client>(`${path}/api-scopes`, { method: 'PUT', body }), t('saved'))
                }
              />
            )}
          </Loading>
        }
        branding={
          <p>
            <a href={hrefTo('clients', client.id, 'branding')}>
              {t(manage ? 'clients.branding.edit' : 'clients.branding.view')}
            </a>
          </p>
        }
      />
      <SettingsOfClient path={path} version={client.version} manage={manage} onSaved={reload} />
      {confirmed === 'remove' && (
        <Confirm
          title={t('clients.remove.ask', { name })}
          text={t('clients.remove.text')}
          confirmLabel={t('clients.remove')}
          action={removal}
          work={async () => {
            await call(path, { method: 'DELETE' });
            goTo('clients');
          }}
          onClose={() => setConfirmed(null)}
        />
      )}
      {confirmed === 'revoke-links' && (
        <Confirm
          title={t('clients.revoke-links.ask', { name })}
          text={t('clients.revoke-links.text')}
          confirmLabel={t('clients.revoke-links')}
          action={removal}
          work={async () => {
            const { revoked } = await call<RevokedLinks>(`${path}/links/revoke`, { method: 'POST' });
            setDone(t('clients.revoke-links.done', { count: String(revoked) }));
          }}
          onClose={() => setConfirmed(null)}
        />
      )}
      {confirmed !== null && confirmed !== 'remove' && confirmed !== 'revoke-links' && (
        <Confirm
          title={t(`clients.ask.${confirmed.name}` as TextKey, { name })}
          text={t(`clients.ask.${confirmed.name}.text` as TextKey)}
          confirmLabel={t(`clients.${confirmed.name}`)}
          reversible
          action={action}
          work={() => decide(confirmed)}
          onClose={() => setConfirmed(null)}
        />
      )}
    </>
  );
}
