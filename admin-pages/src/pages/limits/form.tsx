/** The limits as a form. Before a change is saved, a dry run shows how many of the counted requests it would have rejected. */
import { useId, useState } from 'preact/hooks';
import type {
  Limit,
  LimitsDryRun,
  LimitsInForce,
  LimitsInput,
  LimitValue,
} from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import type { Rejection } from '../../texts/rejection.ts';
import { named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice, conflictText } from '../../ui/conflict.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { Failure, type Labels } from '../../ui/failure.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import type { Values } from '../../ui/merge.ts';
import { Done, Fact, Facts, Notice, UserText, WithCommands } from '../../ui/parts.tsx';
import { useSharedForm } from '../../ui/shared-form.ts';
import { useUnsaved } from '../../ui/unsaved.ts';
import { periodsOf, periodText, valueText } from './value.ts';

export const PATH = '/limits';

interface LimitsProperties {
  stored: LimitsInForce;
  onSaved: (now: LimitsInForce) => void;
}

export function LimitsForm({ stored, onSaved }: LimitsProperties) {
  const { manage } = useAbout().rights.realm;
  return manage ? <EditableLimits stored={stored} onSaved={onSaved} /> : <ReadOnlyLimits of={stored} />;
}

/** For administrators without permission to change the limits. */
function ReadOnlyLimits({ of: { limits, exempt } }: { of: LimitsInForce }) {
  return (
    <Facts>
      {limits.map(({ name, value }) => (
        <Fact key={name} name={named('limit', name)}>
          {valueText(value)}
        </Fact>
      ))}
      <Fact name={t('limits.exempt')}>
        {exempt.length === 0 ? t('none') : <UserText code>{exempt.join(', ')}</UserText>}
      </Fact>
    </Facts>
  );
}

/** The form's values, by the field's name in the API; that of a limit is `count/seconds`. */
function draftOf({ limits, exempt }: LimitsInForce): Values {
  return {
    ...Object.fromEntries(
      limits.map(({ name, value }) => [fieldOf(name), `${value.count}/${value.seconds}`]),
    ),
    exempt: exempt.join('\n'),
  };
}

function valueOfText(value: string): LimitValue {
  const [count = 0, seconds = 0] = value.split('/').map(Number);
  return { count, seconds };
}

function fieldOf(limit: string): string {
  return `limits.${limit}`;
}

/** The changed values. Invalid stored values are always included, to be replaced by the limit in force. */
function changeOf(draft: Values, stored: LimitsInForce): LimitsInput | null {
  const before = draftOf(stored);
  const limits = stored.limits
    .map(({ name, problem }) => ({ name, problem, field: fieldOf(name) }))
    .filter(({ problem, field }) => problem !== null || draft[field] !== before[field])
    .map(({ name, field }) => [name, valueOfText(draft[field] ?? '')]);
  const exempt = draft.exempt === before.exempt ? null : (draft.exempt ?? '');
  if (limits.length === 0 && exempt === null) return null;
  return {
    version: stored.version,
    ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
    ...(exempt !== null && { exempt: exempt.split(/[\s,]+/).filter((network) => network !== '') }),
  };
}

function EditableLimits({ stored: loaded, onSaved }: LimitsProperties) {
  const { stored, saved, draft, setDraft, conflict, isEdited, ...form } = useSharedForm({
    loaded,
    valuesOf: draftOf,
    load: () => call<LimitsInForce>(PATH),
    outdated: 'limits-changed',
  });
  const [dryRun, setDryRun] = useState<LimitsDryRun | null>(null);
  const [isSaved, setSaved] = useState(false);
  const action = useAction();
  const change = changeOf(draft, stored);
  useUnsaved(isEdited);
  const labels = labelsOf(stored);
  const edit = (next: Values) => {
    setSaved(false);
    setDraft(next);
    setDryRun(null);
  };
  const put = async <T,>(query: Record<string, boolean>): Promise<T | null> =>
    await form.send(() => call<T>(PATH, { method: 'PUT', query, body: change ?? {} }));
  const check = () =>
    action.run(async () => {
      setSaved(false);
      setDryRun(await put<LimitsDryRun>({ dry_run: true }));
    });
  const save = () =>
    action.run(async () => {
      const now = await put<LimitsInForce>({});
      setDryRun(null);
      if (now === null) return;
      form.showSaved(now);
      setSaved(true);
      onSaved(now);
    });
  const errors = fieldErrors(action.failure);
  return (
    <Form
      onSubmit={() => {
        if (dryRun === null) check();
        else save();
      }}
    >
      <div class="limits">
        {stored.limits.map((limit) => (
          <LimitFields
            key={limit.name}
            limit={limit}
            error={errors[fieldOf(limit.name)]}
            theirs={conflict?.both[fieldOf(limit.name)]}
            value={draft[fieldOf(limit.name)] ?? ''}
            onInput={(value) => edit({ ...draft, [fieldOf(limit.name)]: value })}
          />
        ))}
      </div>
      <AreaField
        label={t('limits.exempt')}
        hint={
          conflict?.both.exempt === undefined ? t('limits.exempt.hint') : conflictText(conflict.both.exempt)
        }
        error={errors.exempt}
        value={draft.exempt ?? ''}
        onInput={(exempt) => edit({ ...draft, exempt })}
        rows={3}
        leftToRight
      />
      {conflict !== null && (
        <ConflictNotice of={conflict} text={t('rejection.limits-changed')} labels={labels} />
      )}
      <Failure of={action.failure} labels={labels} />
      {dryRun !== null && <WouldReject of={dryRun} />}
      {isSaved && <Done>{t('limits.saved')}</Done>}
      <div class="buttons">
        <Button kind="primary" type="submit" busy={action.busy} disabled={change === null}>
          {dryRun === null ? t('limits.check') : t('save')}
        </Button>
        <Button disabled={!isEdited} onClick={() => edit(saved)}>
          {t('undo')}
        </Button>
      </div>
      <p class="hint">
        <WithCommands>{t('limits.files')}</WithCommands>
      </p>
    </Form>
  );
}

/** Labels of the fields, by their names in the API. */
function labelsOf({ limits }: LimitsInForce): Labels {
  const fields = limits.map(({ name }) => [fieldOf(name), named('limit', name)] as const);
  return { ...Object.fromEntries(fields), exempt: t('limits.exempt') };
}

interface LimitProperties {
  limit: Limit;
  error: Rejection | undefined;
  /** Another administrator's value, where both have changed it. */
  theirs: string | undefined;
  /** `count/seconds`. */
  value: string;
  onInput: (value: string) => void;
}

function LimitFields({ limit, error, theirs, value, onInput }: LimitProperties) {
  const id = useId();
  const [count = '', seconds = ''] = value.split('/');
  const fallback = `${limit.default.count}/${limit.default.seconds}`;
  return (
    <fieldset
      class="limit"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-wrong`}`}
    >
      <div>
        <span class="label" id={`${id}-label`}>
          {named('limit', limit.name)}
        </span>
        <div class="numbers">
          <input
            type="number"
            aria-label={t('limits.count')}
            aria-invalid={error === undefined ? undefined : true}
            min={1}
            max={limit.max.count}
            required
            value={count}
            onInput={(event) => onInput(`${event.currentTarget.value}/${seconds}`)}
          />
          <span>{t('limits.per')}</span>
          <select
            aria-label={t('limits.period')}
            value={seconds}
            onChange={(event) => onInput(`${count}/${event.currentTarget.value}`)}
          >
            {periodsOf(limit).map((period) => (
              <option key={period} value={String(period)}>
                {periodText(period)}
              </option>
            ))}
          </select>
        </div>
        <p class="hint" id={`${id}-hint`}>
          {named('limit-explained', limit.name)}
        </p>
        {value === fallback ? (
          <span class="hint">{t('limits.default')}</span>
        ) : (
          <Button
            kind="link"
            label={`${t('limits.use-default', { value: valueText(limit.default) })}: ${named('limit', limit.name)}`}
            onClick={() => onInput(fallback)}
          >
            {t('limits.use-default', { value: valueText(limit.default) })}
          </Button>
        )}
        <div>
          {limit.problem !== null && (
            <p class="wrong">
              {t('limits.problem', {
                attribute: limit.attribute,
                max: valueText(limit.max),
                value: valueText(limit.value),
              })}
            </p>
          )}
          {theirs !== undefined && <p class="hint">{conflictText(valueText(valueOfText(theirs)))}</p>}
          {error !== undefined && (
            <p class="wrong" id={`${id}-wrong`}>
              <ErrorText of={error} />
            </p>
          )}
        </div>
      </div>
    </fieldset>
  );
}

function WouldReject({ of: { would_reject, complete } }: { of: LimitsDryRun }) {
  const rejected = Object.entries(would_reject).filter(([, count]) => count > 0);
  return (
    <Notice kind={rejected.length === 0 ? 'good' : 'warning'}>
      <p>{t(rejected.length === 0 ? 'limits.rejects-none' : 'limits.rejects')}</p>
      {rejected.length > 0 && (
        <ul>
          {rejected.map(([name, count]) => (
            <li key={name}>{t('limits.rejects-of', { name: named('limit', name), count })}</li>
          ))}
        </ul>
      )}
      {!complete && <p>{t('limits.incomplete')}</p>}
    </Notice>
  );
}
