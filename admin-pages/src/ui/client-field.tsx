/** A field for a client, which searches by name and client ID while one types, if the administrator is allowed to list clients. */
import { useEffect, useId, useState } from 'preact/hooks';
import type { Client } from '../../generated/admin-api.d.ts';
import { call } from '../server/api.ts';
import { useAbout } from '../server/rights.ts';
import type { Rejection } from '../texts/rejection.ts';
import { TextField } from './field.tsx';

/** How many clients are suggested. */
const MAX_SUGGESTIONS = 20;
/** How long the administrator has to pause before a search. */
const PAUSE_MILLIS = 250;
const MAX_LENGTH = 255;

interface ClientProperties {
  label: string;
  hint?: string;
  error: Rejection | undefined;
  /** A client ID. */
  value: string;
  onInput: (value: string) => void;
  required?: boolean;
  /** Which approved clients to suggest; all that users can sign in to if it is missing. */
  suggests?: (client: Client) => boolean;
}

export function ClientField({ hint, suggests, ...properties }: ClientProperties) {
  const { view } = useAbout().rights.clients;
  const [clients, setClients] = useState<Client[]>([]);
  const id = useId();
  const search = properties.value.trim();
  useEffect(() => {
    if (!view) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      // If the request fails, the field keeps its suggestions.
      call<{ clients: Client[] }>('/clients', {
        query: { search, state: 'approved', max: MAX_SUGGESTIONS },
        signal: abort.signal,
      }).then(
        (response) => !abort.signal.aborted && setClients(response.clients),
        () => {},
      );
    }, PAUSE_MILLIS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [view, search]);
  const suggested = clients.filter((client) => client.kind !== 'machine' && (suggests?.(client) ?? true));
  const chosen = clients.find((client) => client.client_id === search);
  const name = chosen === undefined || chosen.name === chosen.client_id ? hint : chosen.name;
  return (
    <>
      <TextField {...properties} hint={name} list={id} maxLength={MAX_LENGTH} leftToRight />
      <datalist id={id}>
        {suggested.map((client) => (
          <option key={client.id} value={client.client_id} label={client.name} />
        ))}
      </datalist>
    </>
  );
}
