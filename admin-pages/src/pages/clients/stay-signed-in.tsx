/** How long users stay signed in to a client: the setting in force, and a form to change it. */

import { useState } from 'preact/hooks';
import { MAX_REFRESH_DAYS } from '../../../../provider-scripts/src/realm/settings/choices.ts';
import type { Client, StaySignedInInput } from '../../../generated/admin-api.d.ts';
import { fieldErrors } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { Form, SaveOrCancel } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { useUnsaved } from '../../ui/unsaved.ts';

type Stay = Client['stay_signed_in'];

const KINDS = ['off', 'session', 'days'] as const;
type Kind = (typeof KINDS)[number];

/** What a form begins with that has no number of days yet. */
const DEFAULT_DAYS = 30;

interface StayProperties {
  client: Client;
  manage: boolean;
  save: (body: StaySignedInInput) => Promise<void>;
}

export function StaySignedIn({ client, manage, save }: StayProperties) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      <p>{sentenceOf(client.stay_signed_in)}</p>
      {manage && !editing && <Button onClick={() => setEditing(true)}>{t('clients.stay.edit')}</Button>}
      {editing && <StayForm client={client} save={save} onClose={() => setEditing(false)} />}
    </>
  );
}

function sentenceOf(stay: Stay): string {
  return typeof stay === 'number' ? t('clients.stay.days', { count: stay }) : t(`clients.stay.${stay}`);
}

function kindOf(stay: Stay): Kind {
  return typeof stay === 'number' ? 'days' : stay;
}

function StayForm({
  client,
  save,
  onClose,
}: Pick<StayProperties, 'client' | 'save'> & { onClose: () => void }) {
  const stored = client.stay_signed_in;
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
          await save({ stay_signed_in: chosen, version: client.version });
          onClose();
        })
      }
    >
      <ChoiceField
        label={t('clients.stay.choice')}
        hint={t('clients.stay.hint')}
        value={kind}
        onChange={(value) => setKind(KINDS.find((one) => one === value) ?? 'off')}
        options={KINDS.map((one) => ({ value: one, label: t(`clients.stay.choice.${one}`) }))}
      />
      {kind === 'days' && (
        <TextField
          label={t('clients.stay.number')}
          error={errors.stay_signed_in}
          value={days}
          onInput={setDays}
          type="number"
          min={1}
          max={MAX_REFRESH_DAYS}
          required
        />
      )}
      <Failure of={saving.failure} labels={{ stay_signed_in: t('clients.stay.number') }} />
      <SaveOrCancel busy={saving.busy} onCancel={onClose} />
    </Form>
  );
}
