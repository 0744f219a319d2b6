/** Looks up one user by address: their data, and why an email may not have arrived. */
import { useState } from 'preact/hooks';
import { mailboxIn } from '../../../../provider-scripts/src/address/mailbox.ts';
import type { User } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { Page } from '../../ui/parts.tsx';
import { Found } from './found.tsx';

export function Users(_: { parts: string[] }) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<User | null>(null);
  const action = useAction();
  const lookUp = async (email: string) => {
    setFound(await call<User>('/users/lookup', { method: 'POST', body: { email } }));
  };
  return (
    <Page title={t('users')}>
      <Form
        class="filters"
        onSubmit={() => {
          setFound(null);
          action.run(() => lookUp(mailboxIn(typed).email));
        }}
      >
        <AddressField
          label={t('users.email')}
          error={fieldErrors(action.failure).email}
          value={typed}
          onInput={setTyped}
        />
        <Button type="submit" busy={action.busy}>
          {t('lookup')}
        </Button>
      </Form>
      <Failure of={action.failure} labels={{ email: t('users.email') }} />
      {found !== null && <Found key={found.email} user={found} reload={() => lookUp(found.email)} />}
    </Page>
  );
}
