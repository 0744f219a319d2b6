/** The realm's clients: search, view, approve or reject. */
import { useState } from 'preact/hooks';
import { APPROVALS } from '../../../../provider-scripts/src/client/approval.ts';
import type { Client } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLoaded } from '../../ui/load.ts';
import { Loading, Page, UserText } from '../../ui/parts.tsx';
import { hrefTo } from '../../ui/route.ts';
import { PAGE_ROWS, Pager, Table } from '../../ui/table.tsx';
import { BrandingPage } from './branding.tsx';
import { ClientPage } from './client.tsx';
import { ClientState } from './client-state.tsx';

interface ClientList {
  clients: Client[];
  next: number | null;
}

/** `clients`, `clients/{state}`, `clients/{id}` and `clients/{id}/branding`. */
export function Clients({ parts: [id, part] }: { parts: string[] }) {
  const state = APPROVALS.find((one) => one === id);
  if (id === undefined || state !== undefined) return <List key={state} state={state ?? ''} />;
  return part === 'branding' ? <BrandingPage key={id} id={id} /> : <ClientPage key={id} id={id} />;
}

function List({ state }: { state: string }) {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState({ search: '', state, first: 0 });
  const list = useLoaded(
    (signal) => call<ClientList>('/clients', { query: { ...wanted, max: PAGE_ROWS }, signal }),
    [wanted],
  );
  return (
    <Page title={t('clients')}>
      <Form
        class="filters"
        onSubmit={() => {
          setWanted({ ...wanted, search: typed.trim(), first: 0 });
        }}
      >
        <TextField
          label={t('clients.search')}
          type="search"
          value={typed}
          onInput={setTyped}
          maxLength={255}
        />
        <ChoiceField
          label={t('state')}
          value={wanted.state}
          onChange={(chosen) => setWanted({ ...wanted, state: chosen, first: 0 })}
          options={[
            { value: '', label: t('state.any') },
            ...APPROVALS.map((value) => ({ value, label: named('client-state', value) })),
          ]}
        />
        <Button type="submit">{t('search')}</Button>
      </Form>
      <Loading of={list}>
        {({ clients, next }) => (
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
                { title: t('state'), cell: (client) => <ClientState of={client} /> },
              ]}
            />
            <Pager
              first={wanted.first}
              shown={clients.length}
              next={next}
              onFirst={(first) => setWanted({ ...wanted, first })}
            />
          </>
        )}
      </Loading>
    </Page>
  );
}
