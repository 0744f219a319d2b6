/** The realm's clients: search, view, approve or reject. */

import { useState } from 'preact/hooks';
import { APPROVALS } from '../../../../provider-scripts/src/realm/settings/choices.ts';
import type { Client } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import { useLoaded } from '../../ui/load.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loading, Page, Section, UserText } from '../../ui/parts.tsx';
import { hrefTo, useListQuery } from '../../ui/route.ts';
import { PAGE_ROWS, Pager, Table } from '../../ui/table.tsx';
import { BrandingPage } from './branding.tsx';
import { ClientPage } from './client.tsx';
import { ClientState } from './client-state.tsx';
import { NewClient } from './new-client.tsx';
import { NewScope } from './new-scope.tsx';

interface ClientList {
  clients: Client[];
  next: number | null;
  total: number;
}

/** `clients`, `clients/{id}` and `clients/{id}/branding`. */
export function Clients({ parts: [id, part] }: { parts: string[] }) {
  if (id === undefined) return <List />;
  return part === 'branding' ? <BrandingPage key={id} id={id} /> : <ClientPage key={id} id={id} />;
}

function List() {
  const query = useListQuery();
  const [wanted, setWanted] = query;
  const list = useLoaded(
    (signal) => call<ClientList>('/clients', { query: { ...wanted, max: PAGE_ROWS }, signal }),
    [wanted.search, wanted.state, wanted.first],
  );
  const { manage } = useAbout().rights.clients;
  const [panel, setPanel] = useState<'client' | 'scope' | null>(null);
  const close = () => setPanel(null);
  return (
    <Page title={t('clients')}>
      {manage && panel === null && (
        <div class="buttons">
          <Button onClick={() => setPanel('client')}>{t('clients.new')}</Button>
          <Button onClick={() => setPanel('scope')}>{t('scopes.new')}</Button>
        </div>
      )}
      {panel === 'client' && (
        <Panel key="client" title={t('clients.new')} onClose={close}>
          <NewClient onCreated={list.reload} />
        </Panel>
      )}
      {panel === 'scope' && (
        <Panel key="scope" title={t('scopes.new')} onClose={close}>
          <NewScope />
        </Panel>
      )}
      <Section>
        <ListSearch
          of={query}
          label={t('clients.search')}
          states={APPROVALS.map((value) => ({ value, label: named('client-state', value) }))}
        />
        <Loading of={list}>
          {({ clients, next, total }) => (
            <>
              <Table
                caption={t('clients')}
                rows={clients}
                keyOf={({ id }) => id}
                empty={t('clients.none')}
                columns={[
                  {
                    title: t('clients.name'),
                    cell: (client) => (
                      <a href={hrefTo('clients', client.id)}>
                        <UserText>{client.name}</UserText>
                      </a>
                    ),
                  },
                  { title: t('clients.id'), cell: (client) => <UserText code>{client.client_id}</UserText> },
                  { title: t('clients.kind'), cell: (client) => named('client-kind', client.kind) },
                  { title: t('state'), short: true, cell: (client) => <ClientState of={client} /> },
                ]}
              />
              <Pager
                first={wanted.first}
                shown={clients.length}
                next={next}
                total={total}
                onFirst={(first) => setWanted({ first })}
              />
            </>
          )}
        </Loading>
      </Section>
    </Page>
  );
}
