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
import { duration, named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { Failure, type Labels } from '../../ui/failure.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Done, Loading, UserText } from '../../ui/parts.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';

const PATH = '/rate-policies';

export function Policies({ onSaved }: { onSaved: () => void }) {
  const loaded = useLoaded((signal) => call<RatePolicies>(PATH, { signal }), []);
  const [saved, setSaved] = useState(false);
  const { manage } = useAbout().rights.realm;
  return (
    <Loading of={loaded}>
      {(stored) => (
        <>
          {manage ? (
            <PolicyForm
              key={JSON.stringify(stored)}
              stored={stored}
              saved={saved}
              onEdit={() => setSaved(false)}
              onSaved={(now) => {
                setSaved(true);
                loaded.replace(now);
                onSaved();
              }}
            />
          ) : (
            <ReadOnlyPolicies of={stored} />
          )}
          <h3>{t('limits.fixed')}</h3>
          <Rates of={stored.fixed} />
        </>
      )}
    </Loading>
  );
}

/** For administrators without permission to change the policies. */
function ReadOnlyPolicies({ of: { policies, exempt } }: { of: RatePolicies }) {
  return (
    <>
      <Rates of={policies} />
      <h3>{t('limits.exempt')}</h3>
      <p>{exempt.length === 0 ? t('none') : <UserText code>{exempt.join(', ')}</UserText>}</p>
    </>
  );
}

function Rates({ of }: { of: readonly { name: string; rate: RatePolicy['rate'] }[] }) {
  return (
    <ul>
      {of.map(({ name, rate }) => (
        <li key={name}>
          <bdi>{named('policy', name)}</bdi>: {rateText(rate)}
        </li>
      ))}
    </ul>
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
      <p class="hint">{t('limits.files')}</p>
      {stored.policies.map((policy) => (
        <PolicyFields
          key={policy.name}
          policy={policy}
          error={errors[`policies.${policy.name}`]}
          value={draft.rates[policy.name] ?? { count: '', seconds: '' }}
          onInput={(rate) => edit({ ...draft, rates: { ...draft.rates, [policy.name]: rate } })}
        />
      ))}
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
      <div class="row">
        <TextField
          label={t('limits.count')}
          type="number"
          min={1}
          max={policy.max.count}
          required
          value={value.count}
          onInput={(count) => onInput({ ...value, count })}
        />
        <TextField
          label={t('limits.seconds')}
          type="number"
          min={1}
          max={policy.max.seconds}
          required
          value={value.seconds}
          onInput={(seconds) => onInput({ ...value, seconds })}
        />
        <Button
          label={`${t('limits.default')}: ${named('policy', policy.name)}`}
          onClick={() =>
            onInput({ count: String(policy.default.count), seconds: String(policy.default.seconds) })
          }
        >
          {t('limits.default')}
        </Button>
      </div>
      <p class="hint">{t('limits.default-is', { rate: rateText(policy.default) })}</p>
      {error !== undefined && (
        <p class="wrong" id={id}>
          <ErrorText of={error} />
        </p>
      )}
    </fieldset>
  );
}

function rateText({ count, seconds }: { count: number; seconds: number }): string {
  return t('limits.rate', { count, time: duration(seconds) });
}

function WouldReject({ of: { would_reject, callers, complete } }: { of: RatePoliciesDryRun }) {
  const rejected = Object.entries(would_reject).filter(([, count]) => count > 0);
  return (
    <Done>
      {rejected.length === 0 ? (
        <p>{t('limits.rejects-none', { callers })}</p>
      ) : (
        <>
          <p>{t('limits.rejects', { callers })}</p>
          <ul>
            {rejected.map(([name, count]) => (
              <li key={name}>{t('limits.rejects-of', { policy: named('policy', name), count })}</li>
            ))}
          </ul>
        </>
      )}
      {!complete && <p>{t('limits.incomplete')}</p>}
    </Done>
  );
}
