/** A field for a client ID, which suggests the realm's clients if the administrator is allowed to list them. */
import { useEffect, useId, useState } from 'preact/hooks';
import type { Client } from '../../generated/admin-api.d.ts';
import { call } from '../server/api.ts';
import { useAbout } from '../server/rights.ts';
import type { Rejection } from '../texts/rejection.ts';
import { TextField } from './field.tsx';

/** The server's maximum page size; further clients aren't suggested. */
const MAX_SUGGESTIONS = 100;

interface ClientProperties {
  label: string;
  error: Rejection | undefined;
  value: string;
  onInput: (value: string) => void;
  required?: boolean;
}

export function ClientField(properties: ClientProperties) {
  const { view } = useAbout().rights.clients;
  const [clients, setClients] = useState<Client[]>([]);
  const id = useId();
  useEffect(() => {
    if (!view) return;
    const abort = new AbortController();
    // If the request fails, the field has no suggestions.
    call<{ clients: Client[] }>('/clients', {
      query: { state: 'approved', max: MAX_SUGGESTIONS },
      signal: abort.signal,
    }).then(
      (response) =>
        !abort.signal.aborted && setClients(response.clients.filter(({ kind }) => kind !== 'machine')),
      () => {},
    );
    return () => abort.abort();
  }, [view]);
  return (
    <>
      <TextField {...properties} list={id} maxLength={255} leftToRight />
      <datalist id={id}>
        {clients.map((client) => (
          <option key={client.id} value={client.client_id} label={client.name} />
        ))}
      </datalist>
    </>
  );
}
