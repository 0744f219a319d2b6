/** Invites one user. */
import { useState } from 'preact/hooks';
import { mailboxIn } from '../../../../provider-scripts/src/address/mailbox.ts';
import type { InvitationInput } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Button } from '../../ui/button.tsx';
import { ClientField } from '../../ui/client-field.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { Done } from '../../ui/parts.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { LanguageField } from './language.tsx';
import { DEFAULT_WORDING, Wording, wordingLabels } from './wording.tsx';

export function InviteOne({ onSent }: { onSent: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('');
  const [client, setClient] = useState('');
  const [wording, setWording] = useState(DEFAULT_WORDING);
  const [done, setDone] = useState<string | null>(null);
  const draft = JSON.stringify([email, name, language, client, wording]);
  const [savedDraft, setSavedDraft] = useState(draft);
  useUnsaved(draft !== savedDraft);
  const action = useAction();
  const errors = fieldErrors(action.failure);
  const send = () =>
    action.run(async () => {
      const mailbox = mailboxIn(email);
      const body: InvitationInput = {
        email: mailbox.email,
        name: name.trim() || mailbox.name,
        language: language || null,
        client_id: client.trim(),
        text: wording.text.trim() || null,
        lifetime_days: Number(wording.days),
      };
      setDone(null);
      await call('/invitations', { method: 'POST', body });
      setDone(t('invitations.sent-to', { email: body.email }));
      setEmail('');
      setName('');
      // The other fields are likely the same for the next invitation.
      setSavedDraft(JSON.stringify(['', '', language, client, wording]));
      onSent();
    });
  return (
    <Form
      onSubmit={() => {
        send();
      }}
    >
      <div class="row">
        <AddressField
          label={t('email')}
          error={errors.email}
          value={email}
          onInput={setEmail}
          onName={(found) => setName((before) => before || found)}
        />
        <TextField
          label={t('invitations.name')}
          error={errors.name}
          value={name}
          onInput={setName}
          maxLength={255}
        />
        <LanguageField
          label={t('invitations.language')}
          error={errors.language}
          value={language}
          onChange={setLanguage}
        />
        <ClientField
          label={t('invitations.client')}
          required
          error={errors.client_id}
          value={client}
          onInput={setClient}
        />
      </div>
      <Wording value={wording} onInput={setWording} errors={errors} />
      <Failure
        of={action.failure}
        labels={{
          email: t('email'),
          name: t('invitations.name'),
          language: t('invitations.language'),
          client_id: t('invitations.client'),
          ...wordingLabels(),
        }}
      />
      {done !== null && <Done>{done}</Done>}
      <Button kind="primary" type="submit" busy={action.busy}>
        {t('invitations.send')}
      </Button>
    </Form>
  );
}
