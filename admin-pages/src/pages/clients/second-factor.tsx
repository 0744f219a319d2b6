/** Whether a client's users need a second factor: the setting in force, what it doesn't cover, and a form to change it. */

import { useState } from 'preact/hooks';
import { SECOND_FACTOR_MODES } from '../../../../provider-scripts/src/realm/settings/choices.ts';
import type { Client, SecondFactorInput, SecondFactorState } from '../../../generated/admin-api.d.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ChoiceField } from '../../ui/field.tsx';
import { Form, SaveOrCancel } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { useUnsaved } from '../../ui/unsaved.ts';

interface SecondFactorProperties {
  client: Client;
  state: SecondFactorState;
  manage: boolean;
  save: (body: SecondFactorInput) => Promise<void>;
}

export function SecondFactor({ client, state, manage, save }: SecondFactorProperties) {
  const [editing, setEditing] = useState(false);
  const { second_factor: mode } = client;
  const { flow, flow_state, providers_without: providers } = state;
  return (
    <>
      <p>{t(`clients.factor.${mode}`)}</p>
      {mode !== 'none' && flow_state === 'unsafe' && (
        <div class="notice error">
          <p>{t('rejection.second-factor-flow', { flow })}</p>
        </div>
      )}
      {mode !== 'none' && providers.length > 0 && (
        <p class="hint">{t('clients.factor.providers', { providers: providers.join(', ') })}</p>
      )}
      {manage && !editing && (
        <Button
          label={`${t('clients.factor.edit')}: ${t('clients.factor.choice')}`}
          onClick={() => setEditing(true)}
        >
          {t('clients.factor.edit')}
        </Button>
      )}
      {editing && <FactorForm client={client} save={save} onClose={() => setEditing(false)} />}
    </>
  );
}

function FactorForm({
  client,
  save,
  onClose,
}: Pick<SecondFactorProperties, 'client' | 'save'> & { onClose: () => void }) {
  const stored = client.second_factor;
  const [chosen, setChosen] = useState(stored);
  const saving = useAction();
  useUnsaved(chosen !== stored);
  return (
    <Form
      onSubmit={() =>
        saving.run(async () => {
          await save({ second_factor: chosen, version: client.version });
          onClose();
        })
      }
    >
      <ChoiceField
        label={t('clients.factor.choice')}
        hint={t('clients.factor.hint')}
        value={chosen}
        onChange={(value) => setChosen(SECOND_FACTOR_MODES.find((one) => one === value) ?? 'none')}
        options={SECOND_FACTOR_MODES.map((one) => ({
          value: one,
          label: t(`clients.factor.choice.${one}`),
        }))}
      />
      <Failure of={saving.failure} labels={{ second_factor: t('clients.factor.choice') }} />
      <SaveOrCancel busy={saving.busy} onCancel={onClose} />
    </Form>
  );
}
