/** Where one address or network stands, and an end to its limits. */
import { useState } from 'preact/hooks';
import { mailboxIn } from '../../../../provider-scripts/src/address/mailbox.ts';
import type { CallerOrder, Lifted, Standings } from '../../../generated/admin-api.d.ts';
import { call, wrongFields } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { duration, named, number, t } from '../../texts/texts.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { Done, State, Theirs } from '../../ui/parts.tsx';
import { Table } from '../../ui/table.tsx';

/** What was typed: an e-mail address has an `@`, and an IP address none. */
function orderOf(typed: string): CallerOrder {
  return typed.includes('@') ? { email: mailboxIn(typed).email } : { ip: typed.trim() };
}

export function LookUp() {
  const { manage } = useAbout().rights.realm;
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<CallerOrder | null>(null);
  const [found, setFound] = useState<Standings | null>(null);
  const [lifted, setLifted] = useState<readonly string[] | null>(null);
  const action = useAction();
  const wrong = wrongFields(action.failure);
  const look = async (order: CallerOrder) => {
    setFound(await call<Standings>('/rate-limits/look-up', { method: 'POST', body: order }));
    setAsked(order);
  };
  const lift = (policy?: CallerOrder['policy']) =>
    action.run(async () => {
      if (asked === null) return;
      const body = { ...asked, ...(policy === undefined ? {} : { policy }) };
      const answer = await call<Lifted>('/rate-limits/lift', { method: 'POST', body });
      await look(asked);
      setLifted(answer.lifted);
    });
  return (
    <>
      <Form
        class="filters"
        onSubmit={() => {
          setLifted(null);
          setFound(null);
          action.run(() => look(orderOf(typed)));
        }}
      >
        <AddressField
          label={t('limits.who')}
          hint={t('limits.who.hint')}
          wrong={wrong.email ?? wrong.ip}
          value={typed}
          onInput={setTyped}
        />
        <Button type="submit" busy={action.busy}>
          {t('look-up')}
        </Button>
      </Form>
      <Failure of={action.failure} labels={{ email: t('limits.who'), ip: t('limits.who') }} />
      {lifted !== null && <Done>{lifted.length === 0 ? t('limits.lifted-none') : t('limits.lifted')}</Done>}
      {found !== null && (
        <>
          <p>
            <Theirs code>{found.email ?? found.network ?? ''}</Theirs>
            {found.exempt && <State kind="over">{t('limits.is-exempt')}</State>}
          </p>
          <Table
            caption={t('limits.look-up')}
            rows={found.standings}
            keyOf={({ policy }) => policy}
            empty={t('limits.no-standing')}
            columns={[
              { title: t('limits.policy'), cell: ({ policy }) => named('policy', policy) },
              {
                title: t('limits.rate-title'),
                cell: ({ rate }) => t('limits.rate', { count: rate.count, time: duration(rate.seconds) }),
              },
              { title: t('limits.calls'), cell: ({ calls }) => number(calls) },
              {
                title: t('state'),
                cell: ({ spent, reset_seconds, calls }) => (
                  <>
                    <State kind={spent ? 'bad' : 'good'}>{t(spent ? 'limits.spent' : 'limits.open')}</State>{' '}
                    {calls > 0 && t('limits.reset', { time: duration(reset_seconds) })}
                  </>
                ),
              },
              {
                title: t('limits.lift'),
                cell: ({ policy, calls }) =>
                  manage && calls > 0 ? (
                    <Button
                      label={`${t('limits.lift')}: ${named('policy', policy)}`}
                      busy={action.busy}
                      onClick={() => lift(policy)}
                    >
                      {t('limits.lift')}
                    </Button>
                  ) : (
                    t('none')
                  ),
              },
            ]}
          />
          {manage && found.standings.some(({ calls }) => calls > 0) && (
            <Button busy={action.busy} onClick={() => lift()}>
              {t('limits.lift-all')}
            </Button>
          )}
        </>
      )}
    </>
  );
}
