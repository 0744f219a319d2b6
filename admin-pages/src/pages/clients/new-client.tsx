/**
 * Creates an application by Keycloak's own admin API, which checks the administrator's rights and the realm's client policies, and approves it. A
 * secret is shown once.
 */
import { useState } from 'preact/hooks';
import {
  CLIENT_KINDS,
  type ClientKind,
  clientOfAdministrator,
  wrongRedirectUri,
} from '../../../../provider-scripts/src/clients/new-client.ts';
import type { Approval, Client } from '../../../generated/admin-api.d.ts';
import { call, callKeycloak } from '../../server/api.ts';
import { named, t } from '../../texts/texts.ts';
import { Copy } from '../../ui/copy.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/field.tsx';
import { useAction } from '../../ui/load.ts';
import { Notice } from '../../ui/parts.tsx';
import { hrefTo } from '../../ui/route.ts';
import { useUnsaved } from '../../ui/unsaved.ts';
import { createInKeycloak, MAX_LENGTH, NewForm } from './new-form.tsx';

interface Created {
  id: string;
  name: string;
  secret: string | null;
  /** Why it wasn't approved; null if it was. */
  unapproved: unknown;
}

export function NewClient({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('');
  const [clientId, setClientId] = useState('');
  const [kind, setKind] = useState<ClientKind>('confidential');
  const [redirects, setRedirects] = useState('');
  const [home, setHome] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [created, setCreated] = useState<Created | null>(null);
  const action = useAction();
  useUnsaved(created === null ? name + clientId + redirects + home !== '' : created.secret !== null);
  const create = () =>
    action.run(async () => {
      const redirectUris = redirects
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
      const wrong = kind === 'machine' ? undefined : wrongRedirectUri(redirectUris);
      setProblem(wrong === undefined ? null : t('clients.new.wrong-uri', { uri: wrong }));
      if (wrong !== undefined) return;
      const fields = {
        clientId: clientId.trim(),
        name: name.trim(),
        kind,
        redirectUris,
        homeUrl: home.trim(),
      };
      if (!(await createInKeycloak('/clients', clientOfAdministrator(fields)))) {
        setProblem(t('clients.new.taken'));
        return;
      }
      setCreated(await approved(fields.clientId, kind));
      onCreated();
    });
  if (created !== null) return <NewlyCreated of={created} />;
  return (
    <NewForm
      create={create}
      problem={problem}
      action={action}
      submitLabel={t('clients.new.make')}
      disabled={kind !== 'machine' && redirects.trim() === ''}
    >
      <p class="hint">{t('clients.new.hint')}</p>
      <div class="row">
        <TextField label={t('clients.name')} value={name} onInput={setName} maxLength={MAX_LENGTH} required />
        <TextField
          label={t('clients.id')}
          value={clientId}
          onInput={setClientId}
          maxLength={MAX_LENGTH}
          leftToRight
          required
        />
        <ChoiceField
          label={t('clients.kind')}
          value={kind}
          onChange={(value) => setKind(CLIENT_KINDS.find((one) => one === value) ?? 'confidential')}
          options={CLIENT_KINDS.map((value) => ({ value, label: named('client-kind', value) }))}
        />
      </div>
      {kind !== 'machine' && (
        <>
          <AreaField
            label={t('clients.redirects')}
            hint={t('clients.new.redirects.hint')}
            value={redirects}
            onInput={setRedirects}
            rows={3}
            leftToRight
          />
          <TextField
            label={t('clients.home')}
            hint={t('clients.home.hint')}
            value={home}
            onInput={setHome}
            maxLength={MAX_LENGTH}
            leftToRight
          />
        </>
      )}
    </NewForm>
  );
}

/** Approves the client as the server shows it, which checks its names. One that it doesn't approve stays pending. */
async function approved(clientId: string, kind: ClientKind): Promise<Created> {
  const [found] = await callKeycloak<{ id: string }[]>('/clients', { query: { clientId } });
  const id = found?.id ?? '';
  const path = `/clients/${encodeURIComponent(id)}`;
  const { name, version } = await call<Client>(path);
  const secret =
    kind === 'public' ? null : (await callKeycloak<{ value: string }>(`${path}/client-secret`)).value;
  const body: Approval = { state: 'approved', version };
  const unapproved = await call<Client>(`${path}/approval`, { method: 'PUT', body }).then(
    () => null,
    (failure: unknown) => failure,
  );
  return { id, name, secret, unapproved };
}

function NewlyCreated({ of: { id, name, secret, unapproved } }: { of: Created }) {
  return (
    <>
      <Notice kind="good">
        <p>{t('clients.new.made', { name })}</p>
        {secret !== null && (
          <>
            <p>{t('referrals.once')}</p>
            <Copy label={t('clients.new.secret')} text={secret} />
          </>
        )}
        <p>
          <a href={hrefTo('clients', id)}>{t('clients.new.open')}</a>
        </p>
      </Notice>
      {unapproved !== null && (
        <>
          <p>{t('clients.new.unapproved')}</p>
          <Failure of={unapproved} />
        </>
      )}
    </>
  );
}
