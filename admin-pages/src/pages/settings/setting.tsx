/** One setting: its words, its default and what it needs beside its control. */
import { useId } from 'preact/hooks';
import { SETTINGS } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Setting } from '../../../generated/admin-api.d.ts';
import { consoleUrl } from '../../server/config.ts';
import type { Rejection } from '../../texts/rejection.ts';
import { settingWords } from '../../texts/settings.ts';
import { named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { conflictText } from '../../ui/conflict.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { State, UserText } from '../../ui/parts.tsx';
import { FindingText } from '../../ui/reasons.tsx';
import { hrefWith } from '../../ui/route.ts';
import { Control } from './control.tsx';
import { effective, isChanged, valueText } from './values.ts';

/** The settings that the page has; those of a client stand on its own. */
const ON_PAGE = new Set([...SETTINGS.realm, ...SETTINGS.step].map(({ name }) => name));

interface SettingProperties {
  of: Setting;
  /** The form's value; empty for none. */
  value: string;
  /** What sets it; null for administrators who can't. */
  onInput: ((value: string) => void) | null;
  error: Rejection | undefined;
  /** Another administrator's value, where both have changed it. */
  theirs: string | undefined;
}

export function SettingField({ of: setting, value, onInput, error, theirs }: SettingProperties) {
  const id = useId();
  const { name, findings } = setting;
  const { label, text } = settingWords(name);
  const isStored = value === (setting.value ?? '');
  const isMalformed = findings.length > 0 && isStored;
  const described = `${id}-text ${id}-facts`;
  return (
    <fieldset
      class="setting"
      data-setting={name}
      aria-labelledby={`${id}-label`}
      aria-describedby={described}
    >
      <div class="words">
        <p>
          <span class="label" id={`${id}-label`}>
            {label}
          </span>{' '}
          {isChanged(setting, value) && <State kind="neutral">{t('settings.changed')}</State>}
        </p>
        <p class="hint" id={`${id}-text`}>
          {text}
        </p>
        <p class="hint">
          <UserText code>{name}</UserText>
        </p>
      </div>
      <div class="set">
        {onInput === null ? (
          <p>
            <UserText>{valueText(setting, effective(setting, value))}</UserText>
          </p>
        ) : (
          <Control
            of={setting}
            value={value}
            onInput={onInput}
            labelledBy={`${id}-label`}
            describedBy={described}
            isWrong={isMalformed || error !== undefined}
          />
        )}
        <div id={`${id}-facts`}>
          {isMalformed && <Malformed of={setting} />}
          {error !== undefined && (
            <p class="wrong">
              <ErrorText of={error} />
            </p>
          )}
          {theirs !== undefined && (
            <p class="hint">
              {conflictText(theirs === '' ? t('settings.unset') : valueText(setting, theirs))}
            </p>
          )}
          <p class="hint">
            {t('settings.default', { value: toldDefault(setting) })}
            {setting.min !== null && setting.max !== null && (
              <> {t('settings.range', { min: setting.min, max: setting.max })}</>
            )}
          </p>
          {setting.file !== null && <p class="hint">{t('settings.file', { file: setting.file })}</p>}
        </div>
        {setting.needs.map((need) => (
          <NeedText key={need.id} of={need} />
        ))}
        {onInput !== null && value !== '' && (
          <p>
            <Button kind="link" label={`${t('settings.reset')}: ${label}`} onClick={() => onInput('')}>
              {t('settings.reset')}
            </Button>
          </p>
        )}
      </div>
    </fieldset>
  );
}

function toldDefault(setting: Setting): string {
  return setting.default === '' ? t('settings.unset') : valueText(setting, setting.default);
}

/** What is wrong with the stored value, and what acts instead. */
function Malformed({ of: setting }: { of: Setting }) {
  return (
    <>
      {setting.findings.map((finding) => (
        <p class="wrong" key={JSON.stringify(finding)}>
          <FindingText of={finding} message={finding.message} />
        </p>
      ))}
      <p class="wrong">{t('settings.acting', { value: valueText(setting, setting.acting) })}</p>
    </>
  );
}

/** What else must be on, with the way there. */
function NeedText({ of: { id, met, console, setting } }: { of: Setting['needs'][number] }) {
  return (
    <p class={met ? 'hint' : 'wrong'}>
      {named('need', id)} {setting !== null && <SettingLink name={setting} />}
      {console !== null && (
        <a href={consoleUrl(console)} target="_blank" rel="noreferrer">
          {t('console')}
        </a>
      )}
    </p>
  );
}

/** Leads to a setting: on this page if it is shown here, which keeps what was entered; otherwise on the page of settings. */
function SettingLink({ name }: { name: string }) {
  const { label } = settingWords(name);
  if (!ON_PAGE.has(name)) return <>{label}</>;
  return (
    <a
      href={hrefWith({ search: name }, 'settings')}
      onClick={(event) => {
        const place = document.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`);
        if (place === null) return;
        event.preventDefault();
        place.scrollIntoView({ block: 'center' });
        place.querySelector<HTMLElement>('input:checked, input:not([type=radio]), select')?.focus();
      }}
    >
      {label}
    </a>
  );
}
