/** A field for a client ID, which suggests the realm's clients if the administrator is allowed to list them. */
import { useEffect, useId, useState } from 'preact/hooks';
import type { Client } from '../../generated/admin-api.d.ts';
import { call } from '../server/api.ts';
import { useAbout } from '../server/rights.ts';
import type { Rejection } from '../texts/rejection.ts';
import { TextField } from './field.tsx';

/** The server's maximum page size; IDs of further clients have to be typed. */
const OFFERED = 100;

interface ClientProperties {
  label: string;
  wrong: Rejection | undefined;
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
    // Without suggestions it is a plain text field.
    call<{ clients: Client[] }>('/clients', {
      query: { state: 'approved', max: OFFERED },
      signal: abort.signal,
    }).then(
      (answer) =>
        !abort.signal.aborted && setClients(answer.clients.filter(({ kind }) => kind !== 'machine')),
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
