/** The policies as a form. Before a change is saved, a dry run shows how many of the counted requests it would have rejected. */
import { useId, useState } from 'preact/hooks';
import type {
  RatePolicies,
  RatePoliciesDryRun,
  RatePoliciesInput,
  RatePolicy,
} from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import type { Rejection } from '../../texts/rejection.ts';
import { named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { Failure, type Labels } from '../../ui/failure.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import { Done, Fact, Facts, Notice, UserText } from '../../ui/parts.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { periodsOf, periodText, rateText } from './rate.ts';

export const PATH = '/rate-policies';

interface PoliciesProperties {
  stored: RatePolicies;
  onSaved: (now: RatePolicies) => void;
}

export function Policies({ stored, onSaved }: PoliciesProperties) {
  const [saved, setSaved] = useState(false);
  const { manage } = useAbout().rights.realm;
  if (!manage) return <ReadOnlyPolicies of={stored} />;
  return (
    <PolicyForm
      key={JSON.stringify(stored)}
      stored={stored}
      saved={saved}
      onEdit={() => setSaved(false)}
      onSaved={(now) => {
        setSaved(true);
        onSaved(now);
      }}
    />
  );
}

/** For administrators without permission to change the policies. */
function ReadOnlyPolicies({ of: { policies, exempt } }: { of: RatePolicies }) {
  return (
    <Facts>
      {policies.map(({ name, rate }) => (
        <Fact key={name} name={named('policy', name)}>
          {rateText(rate)}
        </Fact>
      ))}
      <Fact name={t('limits.exempt')}>
        {exempt.length === 0 ? t('none') : <UserText code>{exempt.join(', ')}</UserText>}
      </Fact>
    </Facts>
  );
}

interface Draft {
  rates: Record<string, { count: string; seconds: string }>;
  exempt: string;
}

function draftOf({ policies, exempt }: RatePolicies): Draft {
  return {
    rates: Object.fromEntries(
      policies.map(({ name, rate }) => [name, { count: String(rate.count), seconds: String(rate.seconds) }]),
    ),
    exempt: exempt.join('\n'),
  };
}

/** The changed values. Invalid stored values are always included, to be replaced by the limit in force. */
function changeOf(draft: Draft, stored: RatePolicies): RatePoliciesInput {
  const before = draftOf(stored);
  const invalid = stored.policies.filter(({ problem }) => problem !== null).map(({ name }) => String(name));
  const changed = Object.entries(draft.rates).filter(
    ([name, rate]) => invalid.includes(name) || JSON.stringify(rate) !== JSON.stringify(before.rates[name]),
  );
  return {
    ...(changed.length === 0
      ? {}
      : {
          policies: Object.fromEntries(
            changed.map(([name, { count, seconds }]) => [
              name,
              { count: Number(count), seconds: Number(seconds) },
            ]),
          ),
        }),
    ...(draft.exempt === before.exempt
      ? {}
      : { exempt: draft.exempt.split(/[\s,]+/).filter((network) => network !== '') }),
  };
}

interface PolicyFormProperties {
  stored: RatePolicies;
  /** Whether the form was just saved. */
  saved: boolean;
  onEdit: () => void;
  onSaved: (now: RatePolicies) => void;
}

function PolicyForm({ stored, saved, onEdit, onSaved }: PolicyFormProperties) {
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [dryRun, setDryRun] = useState<RatePoliciesDryRun | null>(null);
  const action = useAction();
  const change = changeOf(draft, stored);
  const unchanged = Object.keys(change).length === 0;
  const edited = JSON.stringify(draft) !== JSON.stringify(draftOf(stored));
  useUnsaved(edited);
  const edit = (next: Draft) => {
    onEdit();
    setDraft(next);
    setDryRun(null);
  };
  const check = () =>
    action.run(async () => {
      setDryRun(
        await call<RatePoliciesDryRun>(PATH, { method: 'PUT', query: { dry_run: true }, body: change }),
      );
    });
  const save = () =>
    action.run(async () => onSaved(await call<RatePolicies>(PATH, { method: 'PUT', body: change })));
  const errors = fieldErrors(action.failure);
  return (
    <Form
      onSubmit={() => {
        if (dryRun === null) check();
        else save();
      }}
    >
      <div class="policies">
        {stored.policies.map((policy) => (
          <PolicyFields
            key={policy.name}
            policy={policy}
            error={errors[`policies.${policy.name}`]}
            value={draft.rates[policy.name] ?? { count: '', seconds: '' }}
            onInput={(rate) => edit({ ...draft, rates: { ...draft.rates, [policy.name]: rate } })}
          />
        ))}
      </div>
      <AreaField
        label={t('limits.exempt')}
        hint={t('limits.exempt.hint')}
        error={errors.exempt}
        value={draft.exempt}
        onInput={(exempt) => edit({ ...draft, exempt })}
        rows={3}
        leftToRight
      />
      <Failure of={action.failure} labels={labelsOf(stored)} />
      {dryRun !== null && <WouldReject of={dryRun} />}
      {saved && <Done>{t('limits.saved')}</Done>}
      <div class="buttons">
        <Button kind="primary" type="submit" busy={action.busy} disabled={unchanged}>
          {dryRun === null ? t('limits.check') : t('save')}
        </Button>
        <Button disabled={!edited} onClick={() => edit(draftOf(stored))}>
          {t('undo')}
        </Button>
      </div>
      <p class="hint">{t('limits.files')}</p>
    </Form>
  );
}

/** Labels of the fields, by their names in the API. */
function labelsOf({ policies }: RatePolicies): Labels {
  const fields = policies.map(({ name }) => [`policies.${name}`, named('policy', name)] as const);
  return { ...Object.fromEntries(fields), exempt: t('limits.exempt') };
}

interface PolicyProperties {
  policy: RatePolicy;
  error: Rejection | undefined;
  value: { count: string; seconds: string };
  onInput: (value: { count: string; seconds: string }) => void;
}

function PolicyFields({ policy, error, value, onInput }: PolicyProperties) {
  const id = useId();
  const isDefault =
    value.count === String(policy.default.count) && value.seconds === String(policy.default.seconds);
  return (
    <fieldset class="policy" aria-describedby={error === undefined ? undefined : id}>
      <legend>{named('policy', policy.name)}</legend>
      <p class="hint">{named('policy-explained', policy.name)}</p>
      {policy.problem !== null && (
        <p class="wrong">
          {t('limits.problem', {
            attribute: policy.attribute,
            max: rateText(policy.max),
            rate: rateText(policy.rate),
          })}
        </p>
      )}
      <div class="rate">
        <input
          type="number"
          aria-label={t('limits.count')}
          aria-invalid={error === undefined ? undefined : true}
          min={1}
          max={policy.max.count}
          required
          value={value.count}
          onInput={(event) => onInput({ ...value, count: event.currentTarget.value })}
        />
        <span>{t('limits.per')}</span>
        <select
          aria-label={t('limits.period')}
          value={value.seconds}
          onChange={(event) => onInput({ ...value, seconds: event.currentTarget.value })}
        >
          {periodsOf(policy).map((seconds) => (
            <option key={seconds} value={String(seconds)}>
              {periodText(seconds)}
            </option>
          ))}
        </select>
        {isDefault ? (
          <span class="hint">{t('limits.default')}</span>
        ) : (
          <Button
            label={`${t('limits.use-default', { rate: rateText(policy.default) })}: ${named('policy', policy.name)}`}
            onClick={() =>
              onInput({ count: String(policy.default.count), seconds: String(policy.default.seconds) })
            }
          >
            {t('limits.use-default', { rate: rateText(policy.default) })}
          </Button>
        )}
      </div>
      {error !== undefined && (
        <p class="wrong" id={id}>
          <ErrorText of={error} />
        </p>
      )}
    </fieldset>
  );
}

function WouldReject({ of: { would_reject, callers, complete } }: { of: RatePoliciesDryRun }) {
  const rejected = Object.entries(would_reject).filter(([, count]) => count > 0);
  return (
    <Notice kind={rejected.length === 0 ? 'good' : 'warning'}>
      <p>{t(rejected.length === 0 ? 'limits.rejects-none' : 'limits.rejects', { callers })}</p>
      {rejected.length > 0 && (
        <ul>
          {rejected.map(([name, count]) => (
            <li key={name}>{t('limits.rejects-of', { policy: named('policy', name), count })}</li>
          ))}
        </ul>
      )}
      {!complete && <p>{t('limits.incomplete')}</p>}
    </Notice>
  );
}
