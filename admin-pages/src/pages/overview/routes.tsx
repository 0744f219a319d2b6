/** The email routes of a realm that has more than its own mail server: which one sends, and which rest. */
import type { EmailRoutes as EmailRoutesData } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { named, t } from '../../texts/texts.ts';
import { useLoaded } from '../../ui/load.ts';
import { Fact, Facts, Section, State, UserText } from '../../ui/parts.tsx';
import { TestEmailButton } from './test-email.tsx';

const KINDS = { sends: 'good', 'stands-by': 'neutral', rests: 'bad' } as const;

export function EmailRoutes({ mayTest, onTested }: { mayTest: boolean; onTested: () => void }) {
  const { data } = useLoaded((signal) => call<EmailRoutesData>('/email-routes', { signal }), []);
  const routes = data?.routes ?? [];
  if (routes.every(({ kind }) => kind === 'own')) return null;
  return (
    <Section title={t('routes')}>
      <p class="hint">{t('routes.hint')}</p>
      <Facts>
        {routes.map(({ name, state }) => (
          <Fact key={name} name={<UserText code>{name}</UserText>}>
            <State kind={KINDS[state]}>{named('route-state', state)}</State>{' '}
            {mayTest && <TestEmailButton route={name} onSent={onTested} />}
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}
