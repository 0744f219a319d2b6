/** One person by their address: what there is of them here, and why a mail may not have come. */
import { useState } from 'preact/hooks';
import { mailboxIn } from '../../../../provider-scripts/src/address/mailbox.ts';
import type { Person } from '../../../generated/admin-api.d.ts';
import { call, wrongFields } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { Page } from '../../ui/parts.tsx';
import { Found } from './found.tsx';

export function People(_: { parts: string[] }) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Person | null>(null);
  const action = useAction();
  const look = async (email: string) => {
    setFound(await call<Person>('/people/look-up', { method: 'POST', body: { email } }));
  };
  return (
    <Page title={t('people')}>
      <Form
        class="filters"
        onSubmit={() => {
          setFound(null);
          action.run(() => look(mailboxIn(typed).email));
        }}
      >
        <AddressField
          label={t('people.email')}
          wrong={wrongFields(action.failure).email}
          value={typed}
          onInput={setTyped}
        />
        <Button type="submit" busy={action.busy}>
          {t('look-up')}
        </Button>
      </Form>
      <Failure of={action.failure} labels={{ email: t('people.email') }} />
      {found !== null && <Found key={found.email} person={found} again={() => look(found.email)} />}
    </Page>
  );
}
