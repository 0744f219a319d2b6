/** What a setting is set with, by its type. Several controls of one setting form a group, whose label and description it has. */
import { MAX_REFRESH_DAYS } from '../../../../provider-scripts/src/realm/settings/choices.ts';
import type { Setting } from '../../../generated/admin-api.d.ts';
import { named, t } from '../../texts/texts.ts';
import { Segments } from '../../ui/field.tsx';
import { chosen, effective, offersOf, refreshKindOf } from './values.ts';

interface ControlProperties {
  of: Setting;
  /** The form's value; empty for none. */
  value: string;
  onInput: (value: string) => void;
  /** The ids of the setting's label, and of what describes it. */
  labelledBy: string;
  describedBy: string;
  isWrong: boolean;
}

export function Control(properties: ControlProperties) {
  const { of: setting, value, onInput } = properties;
  const choose = (text: string) => onInput(chosen(setting, text));
  switch (setting.type) {
    case 'switch':
      return (
        <div class="switch">
          <Segments
            value={effective(setting, value)}
            onChange={choose}
            options={[
              { value: 'true', label: t('settings.on') },
              { value: 'false', label: t('settings.off') },
            ]}
          />
        </div>
      );
    case 'choice':
      return (
        <Choice
          {...properties}
          shown={effective(setting, value)}
          onChange={choose}
          options={(setting.choices ?? []).map((one) => ({ value: one, label: one }))}
        />
      );
    case 'refresh-tokens':
      return <RefreshTokens {...properties} onInput={choose} />;
    case 'offers':
      return <Offers {...properties} onInput={choose} />;
    case 'number':
      return <NumberInput {...properties} />;
    default:
      return <TextInput {...properties} />;
  }
}

/** The attributes of a setting's only control. */
function attributesOf({
  labelledBy,
  describedBy,
  isWrong,
}: Pick<ControlProperties, 'labelledBy' | 'describedBy' | 'isWrong'>) {
  return {
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': isWrong ? true : undefined,
  };
}

interface ChoiceProperties extends ControlProperties {
  shown: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/** A malformed value is an option of its own, as long as it is the form's. */
function Choice({ shown, onChange, options, ...setting }: ChoiceProperties) {
  const all = options.some(({ value }) => value === shown)
    ? options
    : [{ value: shown, label: shown || t('none') }, ...options];
  return (
    <select
      {...attributesOf(setting)}
      value={shown}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {all.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Without a value, the default is the placeholder. */
function NumberInput(properties: ControlProperties) {
  const { of: setting, value, onInput } = properties;
  return (
    <div class="numbers">
      <input
        type="number"
        {...attributesOf(properties)}
        min={setting.min ?? undefined}
        max={setting.max ?? undefined}
        placeholder={setting.default}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {setting.unit !== null && <span>{t(`settings.unit.${setting.unit}`)}</span>}
    </div>
  );
}

function TextInput(properties: ControlProperties) {
  const { of: setting, value, onInput } = properties;
  return (
    <>
      <input
        {...attributesOf(properties)}
        type="text"
        dir={value === '' ? undefined : 'ltr'}
        autocomplete="off"
        spellcheck={false}
        placeholder={setting.default}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {setting.type === 'list' && <p class="hint">{t('settings.list')}</p>}
    </>
  );
}

/** How often a passkey is offered, and after how many days again. */
function Offers({ of: setting, value, onInput }: ControlProperties) {
  const [count, days] = offersOf(effective(setting, value));
  return (
    <div class="numbers">
      <LabelledNumber
        label={t('settings.offers.count')}
        min={1}
        max={99}
        value={count}
        onInput={(next) => onInput(`${next}/${days}`)}
      />
      <LabelledNumber
        label={t('settings.offers.days')}
        min={0}
        max={999}
        value={days}
        onInput={(next) => onInput(`${count}/${next}`)}
      />
    </div>
  );
}

function LabelledNumber({
  label,
  onInput,
  ...properties
}: {
  label: string;
  min: number;
  max: number;
  value: string;
  onInput: (value: string) => void;
}) {
  return (
    <label>
      {label}{' '}
      <input {...properties} type="number" required onInput={(event) => onInput(event.currentTarget.value)} />
    </label>
  );
}

/** What a form begins with that has no number of days yet. */
const DEFAULT_DAYS = '30';

const KINDS = ['off', 'session', 'days'] as const;

function RefreshTokens(properties: ControlProperties) {
  const { of: setting, value, onInput } = properties;
  const text = effective(setting, value);
  const kind = refreshKindOf(text);
  return (
    <div class="numbers">
      <Choice
        {...properties}
        shown={kind ?? text}
        onChange={(next) => onInput(next === 'days' ? DEFAULT_DAYS : next)}
        options={KINDS.map((one) => ({ value: one, label: named('clients.refresh-tokens.choice', one) }))}
      />
      {kind === 'days' && (
        <input
          type="number"
          aria-label={t('clients.refresh-tokens.number')}
          min={1}
          max={MAX_REFRESH_DAYS}
          required
          value={text.trim()}
          // A space stands for a number that is still missing; nothing would be the default.
          onInput={(event) => onInput(event.currentTarget.value || ' ')}
        />
      )}
    </div>
  );
}
