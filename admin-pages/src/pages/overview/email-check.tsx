/** Checks the realm's sender by the DNS, and an email as it arrived. */
import { useState } from 'preact/hooks';
import type {
  EmailCheck as Check,
  EmailCheckResult,
  ReceivedEmailCheck,
} from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { moment, named, t } from '../../texts/texts.ts';
import { formatValues } from '../../texts/values.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Fact, Facts, Section, State, UserText } from '../../ui/parts.tsx';

const PATH = '/email-check';
const KINDS = { good: 'good', unclear: 'pending', bad: 'bad' } as const;
/** How many lines of an email are shown. */
const ROWS = 4;

export function EmailCheck({ mayCheck }: { mayCheck: boolean }) {
  const last = useLoaded((signal) => call<Check>(PATH, { signal }), []);
  const checking = useAction();
  const { checked_at: at, results } = last.data ?? { checked_at: null, results: [] };
  const domains = [...new Set(results.map(({ domain }) => domain))];
  if (at === null && !mayCheck) return null;
  return (
    <Section title={t('email-check')}>
      <p class="hint">
        {t('email-check.hint')} {at !== null && t('email-check.at', { time: moment(at) })}
      </p>
      <Failure of={last.failure} />
      {domains.map((domain) => (
        <div key={domain}>
          {domain !== '' && (
            <h3>
              <UserText code>{domain}</UserText>
            </h3>
          )}
          <Results of={results.filter((one) => one.domain === domain)} />
        </div>
      ))}
      <Failure of={checking.failure} />
      {mayCheck && (
        <div class="buttons">
          <Button
            busy={checking.busy}
            onClick={() =>
              checking.run(async () => last.replace(await call<Check>(PATH, { method: 'POST' })))
            }
          >
            {t('email-check.run')}
          </Button>
        </div>
      )}
      <Received />
    </Section>
  );
}

function Results({ of }: { of: readonly EmailCheckResult[] }) {
  return (
    <Facts>
      {of.map(({ check, state, id, values, record }) => (
        <Fact key={`${id} ${JSON.stringify(values)}`} name={named('check', check)}>
          <State kind={KINDS[state]}>{named('check-state', state)}</State>{' '}
          {named('email-check', id, formatValues(values))}
          {record !== null && (
            <p class="hint">
              {t('email-check.record')} <UserText code>{record}</UserText>
            </p>
          )}
        </Fact>
      ))}
    </Facts>
  );
}

/** A test email as it arrived, whose link is compared. */
function Received() {
  const [received, setReceived] = useState('');
  const [results, setResults] = useState<ReceivedEmailCheck['results']>([]);
  const comparing = useAction();
  return (
    <Form
      onSubmit={() =>
        comparing.run(async () =>
          setResults(
            (await call<ReceivedEmailCheck>(`${PATH}/received`, { method: 'POST', body: { received } }))
              .results,
          ),
        )
      }
    >
      <AreaField
        label={t('email-check.arrived')}
        hint={t('email-check.arrived.hint')}
        value={received}
        onInput={setReceived}
        rows={ROWS}
        leftToRight
      />
      <Failure of={comparing.failure} labels={{ received: t('email-check.arrived') }} />
      {results.map(({ id, state, values }) => (
        <p key={id} role="status">
          <State kind={KINDS[state]}>{named('check-state', state)}</State>{' '}
          {named('email-check', id, formatValues(values))}
        </p>
      ))}
      <Button type="submit" busy={comparing.busy} disabled={received === ''}>
        {t('email-check.compare')}
      </Button>
    </Form>
  );
}
