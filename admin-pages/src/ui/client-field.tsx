/** A field for a client, which searches by name and client ID while one types, if the realm has such a list and the administrator is allowed to see it. */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Client } from '../../generated/admin-api.d.ts';
import { call } from '../server/api.ts';
import { CONFIG } from '../server/config.ts';
import { useAbout } from '../server/rights.ts';
import type { Rejection } from '../texts/rejection.ts';
import { t } from '../texts/texts.ts';
import { TextField } from './field.tsx';

/** How many clients are suggested. */
const MAX_SUGGESTIONS = 20;
/** How long the administrator has to pause before a search. */
const PAUSE_MILLIS = 250;
const MAX_LENGTH = 255;

interface ClientProperties {
  label: string;
  error: Rejection | undefined;
  /** A client ID. */
  value: string;
  onInput: (value: string) => void;
  required?: boolean;
  /** Which approved clients to suggest; all that users can sign in to if it is missing. */
  suggests?: (client: Client) => boolean;
}

/** Whether users sign in to a client to use it; these pages are a client, too, which is for administrators. */
export function isApplication({ client_id, kind }: Client): boolean {
  return kind !== 'machine' && client_id !== CONFIG.client;
}

/** What is typed for a client: its name, or its client ID if others have the same name. */
function typedFor(client: Client, clients: readonly Client[]): string {
  const isUnique = clients.every((other) => other === client || other.name !== client.name);
  return isUnique ? client.name : client.client_id;
}

function findTyped(typed: string, clients: readonly Client[]): Client | undefined {
  return (
    clients.find((client) => client.client_id === typed) ??
    clients.find((client) => typedFor(client, clients) === typed)
  );
}

export function ClientField({ suggests, value, onInput, ...properties }: ClientProperties) {
  const { linkgate_realm, rights } = useAbout();
  const view = linkgate_realm && rights.clients.view;
  const [clients, setClients] = useState<Client[]>([]);
  const [typed, setTyped] = useState(value);
  const [chosen, setChosen] = useState<Client | null>(null);
  /** The last value that this field has reported; any other one comes from the form. */
  const reported = useRef(value);
  const isFromForm = useRef(true);
  const id = useId();
  const search = typed.trim();
  const report = (clientId: string) => {
    reported.current = clientId;
    onInput(clientId);
  };
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    isFromForm.current = true;
    setTyped(value);
    setChosen(null);
  }, [value]);
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
  // A name may be typed before its suggestion arrives; a client ID that comes from the form becomes a name.
  useEffect(() => {
    const found = chosen === null ? findTyped(search, clients) : undefined;
    if (found === undefined) return;
    setChosen(found);
    if (isFromForm.current) setTyped(typedFor(found, clients));
    if (found.client_id !== value) report(found.client_id);
  }, [clients]);
  const suggested = clients.filter((client) => isApplication(client) && (suggests?.(client) ?? true));
  const other = chosen?.client_id === search ? chosen.name : chosen?.client_id;
  return (
    <>
      <TextField
        {...properties}
        value={typed}
        onInput={(text) => {
          const found = findTyped(text.trim(), clients);
          isFromForm.current = false;
          setTyped(text);
          setChosen(found ?? null);
          report(found?.client_id ?? text.trim());
        }}
        hint={other === search ? undefined : other}
        placeholder={t(view ? 'clients.field' : 'clients.id')}
        list={id}
        maxLength={MAX_LENGTH}
      />
      <datalist id={id}>
        {suggested.map((client) => {
          const text = typedFor(client, clients);
          return (
            <option
              key={client.id}
              value={text}
              label={text === client.name ? client.client_id : client.name}
            />
          );
        })}
      </datalist>
    </>
  );
}
