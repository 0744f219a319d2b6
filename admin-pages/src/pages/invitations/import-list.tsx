/** A list of users to invite, typed or read from a file; validated line by line before anything is sent. */
import { useState } from 'preact/hooks';
import type { InvitationBatch } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ClientField } from '../../ui/client-field.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { useUnsaved } from '../../ui/unsaved.ts';
import { EmailPreview } from './email-preview.tsx';
import { LanguageField } from './language.tsx';
import { isInvitable, useLikelyClient } from './likely-client.ts';
import { DEFAULT_WORDING, LifetimeField, MessageField, wordingLabels } from './wording.tsx';

/** The longest file name that the server stores. */
const FILE_NAME_LENGTH = 200;

export function ImportList({ onChecked }: { onChecked: () => void }) {
  const [csv, setCsv] = useState('');
  const [fileName, setFileName] = useState('');
  const [client, setClient] = useState('');
  const [language, setLanguage] = useState('');
  const [wording, setWording] = useState(DEFAULT_WORDING);
  const [isChecked, setChecked] = useState(false);
  useLikelyClient((found) => setClient((before) => before || found));
  useUnsaved(!isChecked && (csv !== '' || wording.text !== ''));
  const action = useAction();
  const errors = fieldErrors(action.failure);
  const check = () =>
    action.run(async () => {
      const query = {
        client_id: client.trim(),
        language,
        text: wording.text.trim(),
        lifetime_days: wording.days,
        file_name: fileName.slice(-FILE_NAME_LENGTH),
      };
      await call<InvitationBatch>('/invitation-batches', { method: 'POST', query, csv });
      setChecked(true);
      // After the next rendering, when nothing is unsaved any more.
      setTimeout(onChecked);
    });
  return (
    <Form
      onSubmit={() => {
        check();
      }}
    >
      <AreaField
        label={t('batches.csv')}
        hint={t('batches.csv.hint')}
        error={errors.body}
        value={csv}
        onInput={(text) => {
          setCsv(text);
          if (text === '') setFileName('');
        }}
        rows={6}
        leftToRight
      />
      <label class="upload">
        {t('batches.upload')}{' '}
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file === undefined) return;
            action.run(async () => {
              setCsv(await file.text());
              setFileName(file.name);
              // Allows the same file to be chosen again after it was corrected.
              currentTarget.value = '';
            });
          }}
        />{' '}
        {fileName !== '' && <bdi class="theirs">{fileName}</bdi>}
      </label>
      <div class="row">
        <ClientField
          label={t('batches.client')}
          suggests={isInvitable}
          error={errors.client_id}
          value={client}
          onInput={setClient}
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
      <Failure
        of={action.failure}
        labels={{
          body: t('batches.csv'),
          client_id: t('batches.client'),
          language: t('invitations.language'),
          file_name: t('batches.file-name'),
          ...wordingLabels(),
        }}
      />
      <div class="buttons">
        <Button kind="primary" type="submit" busy={action.busy} disabled={csv.trim() === ''}>
          {t('batches.check')}
        </Button>
        <EmailPreview
          input={() => ({
            client_id: client.trim(),
            language: language || null,
            text: wording.text.trim() || null,
            lifetime_days: Number(wording.days),
          })}
        />
      </div>
    </Form>
  );
}
