/** Invites one person. */
import { useState } from 'preact/hooks';
import type { InvitationOrder } from '../../../generated/admin-api.d.ts';
import { call, wrongFields } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ClientField } from '../../ui/client-field.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { Done } from '../../ui/parts.tsx';
import { LanguageField } from './language.tsx';
import { type Worded, Wording } from './wording.tsx';

export function InviteOne({ onSent }: { onSent: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('');
  const [client, setClient] = useState('');
  const [worded, setWorded] = useState<Worded>({ text: '', days: '7' });
  const [done, setDone] = useState<string | null>(null);
  const action = useAction();
  const wrong = wrongFields(action.failure);
  const send = () =>
    action.run(async () => {
      const order: InvitationOrder = {
        email: email.trim(),
        name: name.trim() || null,
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
      onSent();
    });
  return (
    <Form
      onSubmit={() => {
        send();
      }}
    >
      <div class="row">
        <TextField
          label={t('email')}
          type="email"
          required
          wrong={wrong.email}
          value={email}
          onInput={setEmail}
          maxLength={320}
          leftToRight
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
      <Failure of={action.failure} />
      {done !== null && <Done>{done}</Done>}
      <Button kind="primary" type="submit" busy={action.busy}>
        {t('invitations.send')}
      </Button>
    </Form>
  );
}
