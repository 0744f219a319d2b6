/** Creates a referral code, and shows it once: the server stores only its hash. */
import { useState } from 'preact/hooks';
import type { NewReferral, ReferralInput } from '../../../generated/admin-api.d.ts';
import { call, wrongFields } from '../../server/api.ts';
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

const MOST_USES = 1_000_000;
const ONE_USE = '1';

export function NewCode({ onMade }: { onMade: () => void }) {
  const [uses, setUses] = useState(ONE_USE);
  const [client, setClient] = useState('');
  const [end, setEnd] = useState('');
  const [made, setMade] = useState<NewReferral | null>(null);
  useUnsaved(uses !== ONE_USE || client !== '' || end !== '');
  const action = useAction();
  const wrong = wrongFields(action.failure);
  const make = () =>
    action.run(async () => {
      const order: ReferralInput = {
        max_uses: Number(uses),
        client_id: client.trim() === '' ? null : client.trim(),
        expires_at: end === '' ? null : Math.floor(new Date(end).getTime() / 1000),
      };
      setMade(await call<NewReferral>('/referrals', { method: 'POST', body: order }));
      setUses(ONE_USE);
      setClient('');
      setEnd('');
    });
  return (
    <Form
      class="row"
      onSubmit={() => {
        make();
      }}
    >
      <TextField
        label={t('referrals.uses')}
        type="number"
        min={1}
        max={MOST_USES}
        required
        wrong={wrong.max_uses}
        value={uses}
        onInput={setUses}
      />
      <ClientField
        label={t('referrals.for-client')}
        wrong={wrong.client_id}
        value={client}
        onInput={setClient}
      />
      <TextField
        label={t('referrals.for-end')}
        type="datetime-local"
        wrong={wrong.expires_at}
        value={end}
        onInput={setEnd}
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
      {made !== null && (
        <Dialog
          title={t('referrals.made-one')}
          onClose={() => {
            setMade(null);
            onMade();
          }}
          buttons={
            <Button
              kind="primary"
              onClick={() => {
                setMade(null);
                onMade();
              }}
            >
              {t('done')}
            </Button>
          }
        >
          <p>{t('referrals.once')}</p>
          <Copy label={t('referrals.code')} text={made.code} />
          {made.link === null ? (
            <p class="hint">{t('referrals.no-link')}</p>
          ) : (
            <Copy label={t('referrals.link')} text={made.link} />
          )}
        </Dialog>
      )}
    </Form>
  );
}
