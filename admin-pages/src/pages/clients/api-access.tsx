/** The API scopes that a client can request: whom they are for, who is granted them, and a form to change them. */
import { useState } from 'preact/hooks';
import type { ApiScope, ApiScopesInput, Client } from '../../../generated/admin-api.d.ts';
import { alternatives, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Checkboxes } from '../../ui/field.tsx';
import { Form, SaveOrCancel } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { UserText, WithCommands } from '../../ui/parts.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { type Claim, Claims } from './claims.tsx';

interface AccessProperties {
  client: Client;
  /** The previous version, to mark changes; null for none. */
  before: Client | null;
  /** The realm's API scopes. */
  scopes: readonly ApiScope[];
  manage: boolean;
  save: (body: ApiScopesInput) => Promise<void>;
}

export function ApiAccess({ client, before, scopes, manage, save }: AccessProperties) {
  const [editing, setEditing] = useState(false);
  const hadSome = before !== null && before.api_scopes.length > 0;
  const claimsOf = ({ api_scopes: names }: Client): Claim[] =>
    scopes
      .filter(({ name }) => names.includes(name))
      .map((scope) => ({
        name: scope.name,
        named: 'code',
        values: [scope.name],
        as: () => <Explained of={scope} />,
      }));
  if (scopes.length === 0) return <p class="empty">{t('clients.api.missing')}</p>;
  if (editing)
    return <ScopesForm client={client} scopes={scopes} save={save} onClose={() => setEditing(false)} />;
  return (
    <>
      {client.api_scopes.length > 0 || hadSome ? (
        <Claims now={claimsOf(client)} before={before === null ? null : claimsOf(before)} />
      ) : (
        <p class="empty">{t('clients.api.none')}</p>
      )}
      {manage && <Button onClick={() => setEditing(true)}>{t('clients.api.edit')}</Button>}
    </>
  );
}

/** What users are told, whom tokens are for, and who is granted it. */
function Explained({ of: { consent_text, audiences, needed_roles } }: { of: ApiScope }) {
  const facts = [
    ...audiences.map((audience) => t('clients.api.audience', { audience })),
    needed_roles.length === 0
      ? t('clients.api.everyone')
      : t('clients.api.role', { roles: alternatives(needed_roles.map((role) => `\`${role}\``)) }),
  ];
  return (
    <>
      {consent_text !== null && (
        <div>
          <UserText>{consent_text}</UserText>
        </div>
      )}
      {facts.map((fact) => (
        <div key={fact} class="hint">
          <WithCommands>{fact}</WithCommands>
        </div>
      ))}
    </>
  );
}

function ScopesForm({
  client,
  scopes,
  save,
  onClose,
}: Pick<AccessProperties, 'client' | 'scopes' | 'save'> & { onClose: () => void }) {
  const stored = client.api_scopes;
  const [chosen, setChosen] = useState<readonly string[]>(stored);
  const saving = useAction();
  useUnsaved(chosen.length !== stored.length || chosen.some((name) => !stored.includes(name)));
  return (
    <Form
      onSubmit={() =>
        saving.run(async () => {
          await save({ api_scopes: [...chosen], version: client.version });
          onClose();
        })
      }
    >
      <Checkboxes
        label={t('clients.api.choice')}
        hint={t('clients.api.hint')}
        values={chosen}
        onChange={setChosen}
        options={scopes.map((scope) => ({ value: scope.name, explained: <Explained of={scope} /> }))}
      />
      <Failure of={saving.failure} labels={{ api_scopes: t('clients.api.choice') }} />
      <SaveOrCancel busy={saving.busy} onCancel={onClose} />
    </Form>
  );
}
