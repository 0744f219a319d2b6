/** Creates a referral code, and shows it once: the server stores only its hash. It stays on the page until it is closed. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { NewReferral, ReferralInput } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ClientField } from '../../ui/client-field.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { useShownOnce, useUnsaved } from '../../ui/unsaved.ts';

const MAX_USES = 1_000_000;
/** The longest note that the server accepts. */
const NOTE_LENGTH = 100;
const ONE_USE = '1';

export function NewCode({ onCreated }: { onCreated: () => void }) {
  const [note, setNote] = useState('');
  const [uses, setUses] = useState(ONE_USE);
  const [client, setClient] = useState('');
  const [expiry, setExpiry] = useState('');
  const [created, setCreated] = useState<NewReferral | null>(null);
  useUnsaved(note !== '' || uses !== ONE_USE || client !== '' || expiry !== '');
  const action = useAction();
  const errors = fieldErrors(action.failure);
  const create = () =>
    action.run(async () => {
      const body: ReferralInput = {
        note: note.trim() || null,
        max_uses: Number(uses),
        client_id: client.trim() === '' ? null : client.trim(),
        expires_at: expiry === '' ? null : Math.floor(new Date(expiry).getTime() / 1000),
      };
      setCreated(await call<NewReferral>('/referrals', { method: 'POST', body }));
      onCreated();
      setNote('');
      setUses(ONE_USE);
      setClient('');
      setExpiry('');
    });
  if (created !== null) return <NewlyCreated of={created} onClose={() => setCreated(null)} />;
  return (
    <Form
      onSubmit={() => {
        create();
      }}
    >
      <div class="row">
        <TextField
          label={t('referrals.for-note')}
          error={errors.note}
          value={note}
          onInput={setNote}
          maxLength={NOTE_LENGTH}
        />
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
      </div>
      {client.trim() === '' && (
        <p class="hint">{t('referrals.no-link', { kind: named('client-kind', 'confidential') })}</p>
      )}
      <Failure
        of={action.failure}
        labels={{
          note: t('referrals.for-note'),
          max_uses: t('referrals.uses'),
          client_id: t('referrals.for-client'),
          expires_at: t('referrals.for-end'),
        }}
      />
      <div class="buttons">
        <Button kind="primary" type="submit" busy={action.busy}>
          {t('referrals.make')}
        </Button>
      </div>
    </Form>
  );
}

/** The new code. Leaving the page while it is shown has to be confirmed. */
function NewlyCreated({ of: { code, link }, onClose }: { of: NewReferral; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useShownOnce();
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div class="notice good">
      <h3 tabIndex={-1} ref={heading}>
        {t('referrals.made-one')}
      </h3>
      <p>{t('referrals.once')}</p>
      <Copy label={t('referrals.code')} text={code} />
      {link === null ? (
        <p class="hint">{t('referrals.no-link', { kind: named('client-kind', 'confidential') })}</p>
      ) : (
        <Copy label={t('referrals.link')} text={link} />
      )}
      <div class="buttons">
        <Button kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}
