/** One client: its metadata, and the administrator's decision on it. */
import { useState } from 'preact/hooks';
import type { Approval, Client } from '../../../generated/admin-api.d.ts';
import { ApiFailure, call } from '../../server/api.ts';
import { CONFIG } from '../../server/config.ts';
import { useAbout } from '../../server/rights.ts';
import { named, type TextKey, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { type Loaded, useAction, useLoaded } from '../../ui/load.ts';
import { Done, Loading, Page } from '../../ui/parts.tsx';
import { goTo, hrefTo } from '../../ui/route.ts';
import { Claims } from './claims.tsx';

/** Possible decisions by the client's current state: the button's text and the resulting state. */
const DECISIONS: Record<Client['state'], readonly { text: TextKey; state: Approval['state'] }[]> = {
  pending: [
    { text: 'clients.approve', state: 'approved' },
    { text: 'clients.reject', state: 'deleted' },
  ],
  approved: [
    { text: 'clients.suspend', state: 'pending' },
    { text: 'clients.delete', state: 'deleted' },
  ],
  deleted: [{ text: 'clients.bring-back', state: 'approved' }],
};

export function ClientPage({ id }: { id: string }) {
  const path = `/clients/${encodeURIComponent(id)}`;
  const loaded = useLoaded((signal) => call<Client>(path, { signal }), [id]);
  const name = loaded.data?.name ?? t('clients.one');
  return (
    <Page title={name}>
      <p>
        <a href={hrefTo('clients')}>{t('clients.all')}</a>
      </p>
      <Loading of={loaded}>
        {(client) => <Details client={client} path={path} replace={loaded.replace} reload={loaded.reload} />}
      </Loading>
    </Page>
  );
}

/** Whether the client has changed since the version that was to be approved. */
function hasChanged(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.rejection?.id === 'client-changed';
}

interface DetailsProperties extends Pick<Loaded<Client>, 'replace' | 'reload'> {
  client: Client;
  path: string;
}

function Details({ client, path, replace, reload }: DetailsProperties) {
  const isOwn = client.client_id === CONFIG.client;
  const manage = useAbout().rights.clients.manage && !isOwn;
  const action = useAction();
  const removal = useAction();
  const [confirming, setConfirming] = useState(false);
  const [done, setDone] = useState(false);
  const [before, setBefore] = useState<Client | null>(null);
  const decide = (state: Approval['state']) =>
    action.run(async () => {
      setDone(false);
      setBefore(null);
      // Only an approval depends on the client's metadata.
      const body: Approval = state === 'approved' ? { state, version: client.version } : { state };
      try {
        replace(await call<Client>(`${path}/approval`, { method: 'PUT', body }));
        setDone(true);
      } catch (failure) {
        if (!hasChanged(failure)) throw failure;
        setBefore(client);
        reload();
      }
    });
  return (
    <>
      <Claims of={client} before={before} />
      <p class="hint">{isOwn ? t('clients.own') : t(`clients.explain.${client.state}`)}</p>
      {done && <Done>{t('clients.said', { state: named('client-state', client.state) })}</Done>}
      {before !== null && (
        <div class="notice error" role="alert">
          <p>{t('rejection.client-changed')}</p>
          <p>{t('clients.changed.look')}</p>
        </div>
      )}
      <Failure of={action.failure} />
      <div class="buttons">
        {manage &&
          DECISIONS[client.state].map(({ text, state }, index) => (
            <Button
              key={text}
              kind={index === 0 && client.state !== 'approved' ? 'primary' : 'plain'}
              busy={action.busy}
              onClick={() => decide(state)}
            >
              {t(text)}
            </Button>
          ))}
        {manage && client.state === 'deleted' && (
          <Button kind="danger" onClick={() => setConfirming(true)}>
            {t('clients.remove')}
          </Button>
        )}
        <a class="button plain" href={hrefTo('clients', client.id, 'branding')}>
          {t('branding')}
        </a>
      </div>
      {confirming && (
        <Confirm
          title={t('clients.remove')}
          text={t('clients.remove.text', { name: client.name })}
          confirmLabel={t('clients.remove')}
          action={removal}
          work={async () => {
            await call(path, { method: 'DELETE' });
            goTo('clients');
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
