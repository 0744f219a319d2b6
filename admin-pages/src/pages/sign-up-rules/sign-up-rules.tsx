/** Who may sign up: the lists of denied and allowed addresses and domains, with what they would have done. */
import { useState } from 'preact/hooks';
import type { SignUpRules as Rules } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { moment, named, number, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Loading, Page, Section } from '../../ui/parts.tsx';
import { FindingText } from '../../ui/reasons.tsx';
import { hrefTo } from '../../ui/route.ts';
import { useUnsaved } from '../../ui/unsaved.ts';
import { lineOf, linesOf } from './lines.ts';

const PATH = '/sign-up-rules';
/** How many lines of a list are shown. */
const ROWS = 8;

export function SignUpRules(_: { parts: string[] }) {
  const loaded = useLoaded((signal) => call<Rules>(PATH, { signal }), []);
  return (
    <Page title={t('sign-up-rules')}>
      <Loading of={loaded}>
        {(rules) => (
          <>
            <p class="hint">
              {t(rules.on ? 'sign-up-rules.on' : 'sign-up-rules.off')}{' '}
              <a href={hrefTo('settings')}>{t('settings')}</a>
            </p>
            <Section title={t('sign-up-rules.lists')}>
              <Lists key={rules.version} stored={rules} onSaved={loaded.replace} />
            </Section>
            <Section title={t('sign-up-rules.disposable')}>
              <p>
                {t(`sign-up-rules.disposable.${rules.disposable.list}`, { count: rules.disposable.domains })}{' '}
                {named('sign-up-rules.action', rules.disposable.action)}
              </p>
              {rules.disposable.source && <Source of={rules.disposable.source} />}
            </Section>
          </>
        )}
      </Loading>
    </Page>
  );
}

/** Where the list of disposable domains is fetched from, and how that went. */
function Source({ of }: { of: NonNullable<Rules['disposable']['source']> }) {
  const { realm } = useAbout().rights;
  const action = useAction();
  const [started, setStarted] = useState(false);
  const { address, fetched_at, failed_at, failure } = of;
  const fetchNow = () =>
    action.run(async () => {
      await call<Rules>(`${PATH}/disposable/fetch`, { method: 'POST' });
      setStarted(true);
    });
  return (
    <>
      <p>
        {t('sign-up-rules.source')} <code dir="ltr">{address}</code>
      </p>
      <p class="detail">
        {fetched_at === null
          ? t('sign-up-rules.source.never')
          : t('sign-up-rules.source.fetched', { at: moment(fetched_at) })}
      </p>
      {failed_at !== null && failure !== null && (
        <div class="notice warning">
          <p>{t('sign-up-rules.source.failed', { at: moment(failed_at) })}</p>
          <p>
            <FindingText of={failure} />
          </p>
        </div>
      )}
      {started && (
        <p class="notice info" role="status">
          {t('sign-up-rules.fetching')}
        </p>
      )}
      <Failure of={action.failure} />
      {realm.manage && (
        <div class="buttons">
          <Button onClick={fetchNow} busy={action.busy}>
            {t('sign-up-rules.fetch')}
          </Button>
        </div>
      )}
    </>
  );
}

interface ListsProperties {
  stored: Rules;
  onSaved: (rules: Rules) => void;
}

function Lists({ stored, onSaved }: ListsProperties) {
  const { realm, users } = useAbout().rights;
  const [denied, setDenied] = useState(stored.denied.join('\n'));
  const [allowed, setAllowed] = useState(stored.allowed.join('\n'));
  const [effect, setEffect] = useState<Rules['effect'] | null>(null);
  const isChanged = denied !== stored.denied.join('\n') || allowed !== stored.allowed.join('\n');
  useUnsaved(isChanged);
  const action = useAction();
  const typed = { denied: linesOf(denied), allowed: linesOf(allowed) };
  const put = async (isDryRun: boolean) =>
    await call<Rules>(PATH, {
      method: 'PUT',
      body: {
        denied: typed.denied.entries,
        allowed: typed.allowed.entries,
        version: stored.version,
        dry_run: isDryRun,
      },
    });
  const check = () => action.run(async () => setEffect((await put(true)).effect ?? null));
  const save = () => action.run(async () => onSaved(await put(false)));
  const errors = fieldErrors(action.failure);
  const labels = Object.fromEntries(
    Object.keys(errors).flatMap((field) => {
      const line = lineOf(field, typed);
      const list = line?.list === 'denied' ? t('sign-up-rules.denied') : t('sign-up-rules.allowed');
      return line === null ? [] : [[field, t('sign-up-rules.line', { list, line: line.number })]];
    }),
  );
  return (
    <Form onSubmit={save}>
      {(['denied', 'allowed'] as const).map((list) => (
        <AreaField
          key={list}
          label={t(`sign-up-rules.${list}`)}
          hint={t(`sign-up-rules.${list}.hint`)}
          value={list === 'denied' ? denied : allowed}
          onInput={(text) => {
            setEffect(null);
            if (list === 'denied') setDenied(text);
            else setAllowed(text);
          }}
          rows={ROWS}
          leftToRight
          readOnly={!realm.manage}
        />
      ))}
      <Failure of={action.failure} labels={labels} />
      {Object.keys(labels).length > 0 && (
        <ul class="detail">
          {Object.entries(labels).map(([field, label]) => {
            const why = errors[field];
            return (
              why && (
                <li key={field}>
                  {label}: <ErrorText of={why} />
                </li>
              )
            );
          })}
        </ul>
      )}
      {effect && <EffectText of={effect} />}
      {realm.manage && (
        <div class="buttons">
          {users.view && (
            <Button onClick={check} busy={action.busy}>
              {t('sign-up-rules.check')}
            </Button>
          )}
          <Button kind="primary" type="submit" busy={action.busy}>
            {t('save')}
          </Button>
        </div>
      )}
    </Form>
  );
}

/** What the lists as they are typed would have done. */
function EffectText({ of }: { of: NonNullable<Rules['effect']> }) {
  const { accounts, complete, days, rejected, noted, challenged } = of;
  return (
    <div class="notice info" role="status">
      <p>
        {t(complete ? 'sign-up-rules.effect' : 'sign-up-rules.effect-of-newest', {
          days,
          accounts,
          rejected: number(rejected),
        })}
      </p>
      {noted + challenged > 0 && <p>{t('sign-up-rules.effect-disposable', { count: noted + challenged })}</p>}
    </div>
  );
}
