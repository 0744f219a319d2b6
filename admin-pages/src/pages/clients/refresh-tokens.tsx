/** How long users stay signed in to a client: the setting in force, and a form to change it. */

import { useState } from 'preact/hooks';
import { MAX_REFRESH_DAYS } from '../../../../provider-scripts/src/realm/settings/choices.ts';
import type { Client, RefreshTokensInput } from '../../../generated/admin-api.d.ts';
import { fieldErrors } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { Form, SaveOrCancel } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { useUnsaved } from '../../ui/unsaved.ts';

type Stay = Client['refresh_tokens'];

const KINDS = ['off', 'session', 'days'] as const;
type Kind = (typeof KINDS)[number];

/** What a form begins with that has no number of days yet. */
const DEFAULT_DAYS = 30;

interface RefreshTokensProperties {
  client: Client;
  manage: boolean;
  save: (body: RefreshTokensInput) => Promise<void>;
}

export function ClientRefreshTokens({ client, manage, save }: RefreshTokensProperties) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      <p>{sentenceOf(client.refresh_tokens)}</p>
      {manage && !editing && (
        <Button
          label={`${t('clients.refresh-tokens.edit')}: ${t('clients.refresh-tokens.choice')}`}
          onClick={() => setEditing(true)}
        >
          {t('clients.refresh-tokens.edit')}
        </Button>
      )}
      {editing && <RefreshTokensForm client={client} save={save} onClose={() => setEditing(false)} />}
    </>
  );
}

function sentenceOf(stay: Stay): string {
  return typeof stay === 'number'
    ? t('clients.refresh-tokens.days', { count: stay })
    : t(`clients.refresh-tokens.${stay}`);
}

function kindOf(stay: Stay): Kind {
  return typeof stay === 'number' ? 'days' : stay;
}

function RefreshTokensForm({
  client,
  save,
  onClose,
}: Pick<RefreshTokensProperties, 'client' | 'save'> & { onClose: () => void }) {
  const stored = client.refresh_tokens;
  const [kind, setKind] = useState<Kind>(kindOf(stored));
  const [days, setDays] = useState(String(typeof stored === 'number' ? stored : DEFAULT_DAYS));
  const saving = useAction();
  const errors = fieldErrors(saving.failure);
  const chosen: Stay = kind === 'days' ? Number(days) : kind;
  useUnsaved(chosen !== stored);
  return (
    <Form
      onSubmit={() =>
        saving.run(async () => {
          await save({ refresh_tokens: chosen, version: client.version });
          onClose();
        })
      }
    >
      <ChoiceField
        label={t('clients.refresh-tokens.choice')}
        hint={t('clients.refresh-tokens.hint')}
        value={kind}
        onChange={(value) => setKind(KINDS.find((one) => one === value) ?? 'off')}
        options={KINDS.map((one) => ({ value: one, label: t(`clients.refresh-tokens.choice.${one}`) }))}
      />
      {kind === 'days' && (
        <TextField
          label={t('clients.refresh-tokens.number')}
          error={errors.refresh_tokens}
          value={days}
          onInput={setDays}
          type="number"
          min={1}
          max={MAX_REFRESH_DAYS}
          required
        />
      )}
      <Failure of={saving.failure} labels={{ refresh_tokens: t('clients.refresh-tokens.number') }} />
      <SaveOrCancel busy={saving.busy} onCancel={onClose} />
    </Form>
  );
}
