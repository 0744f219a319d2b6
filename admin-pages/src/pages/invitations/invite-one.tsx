/** Invites one user. */
import { useState } from 'preact/hooks';
import { mailboxIn } from '../../../../provider-scripts/src/accounts/address/mailbox.ts';
import { splitName } from '../../../../provider-scripts/src/links/invitation/names.ts';
import type { InvitationInput } from '../../../generated/admin-api.d.ts';
import { ApiFailure, call, fieldErrors } from '../../server/api.ts';
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
import { EmailPreview } from './email-preview.tsx';
import { LanguageField } from './language.tsx';
import { isInvitable, useLikelyClient } from './likely-client.ts';
import { DEFAULT_WORDING, LifetimeField, MessageField, wordingLabels } from './wording.tsx';

/** The longest name that the server accepts (contract, section 8.1). */
const NAME_LENGTH = 100;
const NO_NAMES = { first: '', last: '' };

export function InviteOne({ onSent }: { onSent: () => void }) {
  const [email, setEmail] = useState('');
  const [names, setNames] = useState(NO_NAMES);
  const [language, setLanguage] = useState('');
  const [client, setClient] = useState('');
  const [wording, setWording] = useState(DEFAULT_WORDING);
  const [done, setDone] = useState<string | null>(null);
  const draft = JSON.stringify([email, names, language, wording]);
  const [savedDraft, setSavedDraft] = useState(draft);
  useUnsaved(draft !== savedDraft);
  useLikelyClient((found) => setClient((before) => before || found));
  const action = useAction();
  const errors = fieldErrors(action.failure);
  const hasAccount = action.failure instanceof ApiFailure && action.failure.rejection?.id === 'has-account';
  /** A name that stands before the address is used where no name was typed. */
  const withName = (name: string | null) => {
    if (name === null || names.first !== '' || names.last !== '') return names;
    const { first, last } = splitName(name);
    return { first: first ?? '', last: last ?? '' };
  };
  const body = (): InvitationInput => {
    const mailbox = mailboxIn(email);
    const { first, last } = withName(mailbox.name);
    return {
      email: mailbox.email,
      first_name: first.trim() || null,
      last_name: last.trim() || null,
      language: language || null,
      client_id: client.trim(),
      text: wording.text.trim() || null,
      lifetime_days: Number(wording.days),
    };
  };
  const send = (notifies: boolean) =>
    action.run(async () => {
      const invitation = body();
      setDone(null);
      await call('/invitations', { method: 'POST', body: { ...invitation, notify_account: notifies } });
      setDone(t('invitations.sent-to', { email: invitation.email }));
      setEmail('');
      setNames(NO_NAMES);
      // The other fields are likely the same for the next invitation.
      setSavedDraft(JSON.stringify(['', NO_NAMES, language, wording]));
      onSent();
    });
  return (
    <Form onSubmit={() => send(false)}>
      <div class="row">
        <AddressField
          label={t('email')}
          error={errors.email}
          value={email}
          onInput={setEmail}
          onName={(found) => setNames(withName(found))}
        />
        <ClientField
          label={t('clients.one')}
          suggests={isInvitable}
          required
          error={errors.client_id}
          value={client}
          onInput={setClient}
        />
        <TextField
          label={t('invitations.first-name')}
          error={errors.first_name}
          value={names.first}
          onInput={(first) => setNames({ ...names, first })}
          maxLength={NAME_LENGTH}
        />
        <TextField
          label={t('invitations.last-name')}
          error={errors.last_name}
          value={names.last}
          onInput={(last) => setNames({ ...names, last })}
          maxLength={NAME_LENGTH}
        />
        <LanguageField
          label={t('invitations.language')}
          error={errors.language}
          value={language}
          onChange={setLanguage}
        />
        <LifetimeField value={wording} onInput={setWording} errors={errors} />
      </div>
      <MessageField value={wording} onInput={setWording} errors={errors} />
      {hasAccount ? (
        <div class="notice warning" role="alert">
          <p>{t('invitations.has-account')}</p>
          <Button busy={action.busy} onClick={() => send(true)}>
            {t('invitations.notify')}
          </Button>
        </div>
      ) : (
        <Failure
          of={action.failure}
          labels={{
            email: t('email'),
            first_name: t('invitations.first-name'),
            last_name: t('invitations.last-name'),
            language: t('invitations.language'),
            client_id: t('clients.one'),
            ...wordingLabels(),
          }}
        />
      )}
      {done !== null && <Done>{done}</Done>}
      <div class="buttons">
        <Button kind="primary" type="submit" busy={action.busy}>
          {t('invitations.send')}
        </Button>
        <EmailPreview input={() => ({ ...body(), notify_account: hasAccount })} />
      </div>
    </Form>
  );
}
