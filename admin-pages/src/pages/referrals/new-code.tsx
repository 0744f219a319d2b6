/** Creates a referral code, and shows it once: the server stores only its hash. */
import { useState } from 'preact/hooks';
import type { NewReferral, ReferralInput } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ClientField } from '../../ui/client-field.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { useUnsaved } from '../../ui/unsaved.ts';

const MAX_USES = 1_000_000;
const ONE_USE = '1';

export function NewCode({ onCreated }: { onCreated: () => void }) {
  const [uses, setUses] = useState(ONE_USE);
  const [client, setClient] = useState('');
  const [expiry, setExpiry] = useState('');
  const [created, setCreated] = useState<NewReferral | null>(null);
  useUnsaved(uses !== ONE_USE || client !== '' || expiry !== '');
  const action = useAction();
  const errors = fieldErrors(action.failure);
  const create = () =>
    action.run(async () => {
      const body: ReferralInput = {
        max_uses: Number(uses),
        client_id: client.trim() === '' ? null : client.trim(),
        expires_at: expiry === '' ? null : Math.floor(new Date(expiry).getTime() / 1000),
      };
      setCreated(await call<NewReferral>('/referrals', { method: 'POST', body }));
      setUses(ONE_USE);
      setClient('');
      setExpiry('');
    });
  return (
    <Form
      class="row"
      onSubmit={() => {
        create();
      }}
    >
      <TextField
        label={t('referrals.uses')}
        type="number"
        min={1}
        max={MAX_USES}
        required
        error={errors.max_uses}
        value={uses}
        onInput={setUses}
      />
      <ClientField
        label={t('referrals.for-client')}
        error={errors.client_id}
        value={client}
        onInput={setClient}
      />
      <TextField
        label={t('referrals.for-end')}
        type="datetime-local"
        error={errors.expires_at}
        value={expiry}
        onInput={setExpiry}
      />
      <Button kind="primary" type="submit" busy={action.busy}>
        {t('referrals.make')}
      </Button>
      <Failure
        of={action.failure}
        labels={{
          max_uses: t('referrals.uses'),
          client_id: t('referrals.for-client'),
          expires_at: t('referrals.for-end'),
        }}
      />
      {created !== null && (
        <Dialog
          title={t('referrals.made-one')}
          onClose={() => {
            setCreated(null);
            onCreated();
          }}
          buttons={
            <Button
              kind="primary"
              onClick={() => {
                setCreated(null);
                onCreated();
              }}
            >
              {t('done')}
            </Button>
          }
        >
          <p>{t('referrals.once')}</p>
          <Copy label={t('referrals.code')} text={created.code} />
          {created.link === null ? (
            <p class="hint">{t('referrals.no-link')}</p>
          ) : (
            <Copy label={t('referrals.link')} text={created.link} />
          )}
        </Dialog>
      )}
    </Form>
  );
}
