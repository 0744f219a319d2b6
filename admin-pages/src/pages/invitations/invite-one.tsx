/** Invites one user. */
import { useState } from 'preact/hooks';
import { mailboxIn } from '../../../../provider-scripts/src/address/mailbox.ts';
import type { InvitationInput } from '../../../generated/admin-api.d.ts';
import { call, wrongFields } from '../../server/api.ts';
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
import { UNWORDED, Wording, wordingLabels } from './wording.tsx';

export function InviteOne({ onSent }: { onSent: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('');
  const [client, setClient] = useState('');
  const [worded, setWorded] = useState(UNWORDED);
  const [done, setDone] = useState<string | null>(null);
  const typed = JSON.stringify([email, name, language, client, worded]);
  const [kept, setKept] = useState(typed);
  useUnsaved(typed !== kept);
  const action = useAction();
  const wrong = wrongFields(action.failure);
  const send = () =>
    action.run(async () => {
      const given = mailboxIn(email);
      const order: InvitationInput = {
        email: given.email,
        name: name.trim() || given.name,
        language: language || null,
        client_id: client.trim(),
        text: worded.text.trim() || null,
        lifetime_days: Number(worded.days),
      };
      setDone(null);
      await call('/invitations', { method: 'POST', body: order });
      setDone(t('invitations.sent-to', { email: order.email }));
      setEmail('');
      setName('');
      // The other fields stay for the next invitation.
      setKept(JSON.stringify(['', '', language, client, worded]));
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
          wrong={wrong.email}
          value={email}
          onInput={setEmail}
          onName={(found) => setName((before) => before || found)}
        />
        <TextField
          label={t('invitations.name')}
          wrong={wrong.name}
          value={name}
          onInput={setName}
          maxLength={255}
        />
        <LanguageField
          label={t('invitations.language')}
          wrong={wrong.language}
          value={language}
          onChange={setLanguage}
        />
        <ClientField
          label={t('invitations.client')}
          required
          wrong={wrong.client_id}
          value={client}
          onInput={setClient}
        />
      </div>
      <Wording value={worded} onInput={setWorded} wrong={wrong} />
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
