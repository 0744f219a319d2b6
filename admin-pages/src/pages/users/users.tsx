/** Looks up one user by address: why an email may not have arrived, their data, and what can be revoked. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { mailboxIn } from '../../../../provider-scripts/src/accounts/address/mailbox.ts';
import type { User } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AtControl, Form } from '../../ui/form.tsx';
import { useLoaded } from '../../ui/load.ts';
import { Page, Section } from '../../ui/parts.tsx';
import { useListQuery } from '../../ui/route.ts';
import { Found } from './found.tsx';

const lookUp = (email: string, signal?: AbortSignal) =>
  call<User>('/users/lookup', { method: 'POST', body: { email }, ...(signal && { signal }) });

export function Users(_: { parts: string[] }) {
  const [{ search }, setQuery] = useListQuery();
  const [typed, setTyped] = useState(search);
  // Before anything can be typed.
  useLayoutEffect(() => setTyped(search), [search]);
  // Each submission is a look-up, also of the same address.
  const [round, setRound] = useState(0);
  const user = useLoaded(
    async (signal) => (search === '' ? null : await lookUp(search, signal)),
    [search, round],
  );
  const found = user.busy || user.failure !== null ? null : user.data;
  return (
    <Page title={t('users')}>
      <Section>
        <Form
          class="filters"
          onSubmit={() => {
            setQuery({ search: mailboxIn(typed).email });
            setRound(round + 1);
          }}
        >
          <AddressField
            label={t('users.email')}
            error={fieldErrors(user.failure).email}
            value={typed}
            onInput={setTyped}
          />
          <AtControl>
            <Button type="submit" busy={user.busy && search !== ''}>
              {t('lookup')}
            </Button>
          </AtControl>
        </Form>
        <Failure of={user.failure} labels={{ email: t('users.email') }} />
      </Section>
      {found !== null && (
        <Found
          key={`${found.email} ${round}`}
          user={found}
          reload={async () => user.replace(await lookUp(found.email))}
        />
      )}
    </Page>
  );
}
