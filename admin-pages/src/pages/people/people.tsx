/** One person by their address: what there is of them here, and why a mail may not have come. */
import { useState } from 'preact/hooks';
import type { Person } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
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
          action.run(() => look(typed.trim()));
        }}
      >
        <TextField
          label={t('people.email')}
          type="email"
          value={typed}
          onInput={setTyped}
          required
          maxLength={320}
          leftToRight
        />
        <Button type="submit" busy={action.busy}>
          {t('look-up')}
        </Button>
      </Form>
      <Failure of={action.failure} />
      {found !== null && <Found key={found.email} person={found} again={() => look(found.email)} />}
    </Page>
  );
}
