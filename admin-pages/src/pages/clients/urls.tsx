/** The URLs at which invited users arrive: what invitations need, and a form to set them. */
import { useState } from 'preact/hooks';
import type { Client, UrlsInput } from '../../../generated/admin-api.d.ts';
import { fieldErrors } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, SaveOrCancel } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { useUnsaved } from '../../ui/unsaved.ts';

interface ArrivalProperties {
  client: Client;
  manage: boolean;
  save: (body: UrlsInput) => Promise<void>;
}

export function Arrival({ client, manage, save }: ArrivalProperties) {
  const [editing, setEditing] = useState(false);
  const { home_url, initiate_login_uri, state } = client;
  const canArrive = home_url !== null || initiate_login_uri !== null;
  // Whatever URLs a rejected or deleted application has, nobody can be invited to it.
  const isInUse = state === 'approved' || state === 'pending' || state === 'suspended';
  return (
    <>
      {isInUse && (
        <p class={canArrive ? 'hint' : 'warning'}>
          {t(canArrive ? 'clients.arrival.set' : 'clients.arrival.missing')}
        </p>
      )}
      {manage && !editing && <Button onClick={() => setEditing(true)}>{t('clients.arrival.edit')}</Button>}
      {editing && <UrlsForm client={client} save={save} onClose={() => setEditing(false)} />}
    </>
  );
}

function UrlsForm({
  client,
  save,
  onClose,
}: Pick<ArrivalProperties, 'client' | 'save'> & { onClose: () => void }) {
  const [home, setHome] = useState(client.base_url ?? '');
  const [login, setLogin] = useState(client.initiate_login_uri ?? '');
  const saving = useAction();
  const errors = fieldErrors(saving.failure);
  useUnsaved(home !== (client.base_url ?? '') || login !== (client.initiate_login_uri ?? ''));
  return (
    <Form
      onSubmit={() =>
        saving.run(async () => {
          await save({
            base_url: home.trim() || null,
            initiate_login_uri: login.trim() || null,
            version: client.version,
          });
          onClose();
        })
      }
    >
      <TextField
        label={t('clients.home')}
        hint={t('clients.home.hint')}
        error={errors.base_url}
        value={home}
        onInput={setHome}
        maxLength={255}
        leftToRight
      />
      <TextField
        label={t('clients.initiate-login')}
        hint={t('clients.initiate-login.hint')}
        error={errors.initiate_login_uri}
        value={login}
        onInput={setLogin}
        maxLength={2000}
        leftToRight
      />
      <Failure
        of={saving.failure}
        labels={{ base_url: t('clients.home'), initiate_login_uri: t('clients.initiate-login') }}
      />
      <SaveOrCancel busy={saving.busy} onCancel={onClose} />
    </Form>
  );
}
