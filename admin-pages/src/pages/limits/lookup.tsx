/** Shows and resets the limit status of an email address or a network. */
import { useState } from 'preact/hooks';
import { mailboxIn } from '../../../../provider-scripts/src/accounts/address/mailbox.ts';
import type { CallerLookup, LimitStatuses, LimitsReset } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { named, number, t, waitingTime } from '../../texts/texts.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AtControl, Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { Done, State, UserText } from '../../ui/parts.tsx';
import { Table } from '../../ui/table.tsx';
import { valueText } from './value.ts';

/** The lookup for the typed value: an email address if it contains an `@`, otherwise an IP address. */
function lookupOf(typed: string): CallerLookup {
  return typed.includes('@') ? { email: mailboxIn(typed).email } : { ip: typed.trim() };
}

export function LookUp() {
  const { manage } = useAbout().rights.realm;
  const [typed, setTyped] = useState('');
  const [lookup, setLookup] = useState<CallerLookup | null>(null);
  const [found, setFound] = useState<LimitStatuses | null>(null);
  const [reset, setReset] = useState<readonly string[] | null>(null);
  const action = useAction();
  const errors = fieldErrors(action.failure);
  const runLookup = async (request: CallerLookup) => {
    setFound(await call<LimitStatuses>('/limits/lookup', { method: 'POST', body: request }));
    setLookup(request);
  };
  const resetLimits = (limit?: CallerLookup['limit']) =>
    action.run(async () => {
      if (lookup === null) return;
      const body = { ...lookup, ...(limit === undefined ? {} : { limit }) };
      const response = await call<LimitsReset>('/limits/reset', { method: 'POST', body });
      await runLookup(lookup);
      setReset(response.reset);
    });
  return (
    <>
      <Form
        class="filters"
        onSubmit={() => {
          setReset(null);
          setFound(null);
          action.run(() => runLookup(lookupOf(typed)));
        }}
      >
        <AddressField
          label={t('limits.who')}
          hint={t('limits.who.hint')}
          error={errors.email ?? errors.ip}
          value={typed}
          onInput={setTyped}
        />
        <AtControl>
          <Button type="submit" busy={action.busy}>
            {t('lookup')}
          </Button>
        </AtControl>
      </Form>
      <Failure of={action.failure} labels={{ email: t('limits.who'), ip: t('limits.who') }} />
      {reset !== null && <Done>{reset.length === 0 ? t('limits.reset-none') : t('limits.reset-done')}</Done>}
      {found !== null && (
        <>
          <p>
            <UserText code>{found.email ?? found.network ?? ''}</UserText>
            {found.exempt && <State kind="neutral">{t('limits.is-exempt')}</State>}
          </p>
          <Table
            caption={t('limits.lookup')}
            rows={found.statuses}
            keyOf={({ limit }) => limit}
            empty={t('limits.no-standing')}
            columns={[
              { title: t('limits.name'), cell: ({ limit }) => named('limit', limit) },
              {
                title: t('limits.value-title'),
                short: true,
                cell: ({ value }) => valueText(value),
              },
              { title: t('limits.calls'), short: true, cell: ({ calls }) => number(calls) },
              {
                title: t('state'),
                cell: ({ exhausted, reset_seconds, calls }) => (
                  <>
                    <State kind={exhausted ? 'bad' : 'good'}>
                      {t(exhausted ? 'limits.exhausted' : 'limits.open')}
                    </State>{' '}
                    {calls > 0 && t('limits.reset', { time: waitingTime(reset_seconds) })}
                  </>
                ),
              },
              {
                title: t('actions'),
                cell: ({ limit, calls }) =>
                  manage && calls > 0 ? (
                    <Button
                      label={`${t('limits.reset-one')}: ${named('limit', limit)}`}
                      busy={action.busy}
                      onClick={() => resetLimits(limit)}
                    >
                      {t('limits.reset-one')}
                    </Button>
                  ) : (
                    t('none')
                  ),
              },
            ]}
          />
          {manage && found.statuses.some(({ calls }) => calls > 0) && (
            <Button busy={action.busy} onClick={() => resetLimits()}>
              {t('limits.reset-all')}
            </Button>
          )}
        </>
      )}
    </>
  );
}
