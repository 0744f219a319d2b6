/** A form of settings: of the realm, of a step or of a client. What it changes is shown before it is saved. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Setting, SettingsInput } from '../../../generated/admin-api.d.ts';
import { fieldErrors } from '../../server/api.ts';
import { settingWords } from '../../texts/settings.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice } from '../../ui/conflict.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction } from '../../ui/load.ts';
import type { Values } from '../../ui/merge.ts';
import { Done, Fact, Facts, UserText } from '../../ui/parts.tsx';
import { useSharedForm } from '../../ui/shared-form.ts';
import { useUnsaved } from '../../ui/unsaved.ts';
import { SettingField } from './setting.tsx';
import { changesOf, draftOf, effective, type SettingsOf, valueText } from './values.ts';

interface FormProperties {
  /** What was loaded last. */
  of: SettingsOf;
  /** What they are the settings of, for the names of the buttons. */
  title: string;
  manage: boolean;
  /** The id of the rejection of a change that names an outdated version. */
  outdated?: 'settings-changed' | 'client-changed';
  load: () => Promise<SettingsOf>;
  /** Saves, and returns what is stored then. */
  save: (input: SettingsInput) => Promise<SettingsOf>;
  /** Arranges the settings; `field` shows one. */
  children: (
    settings: readonly Setting[],
    field: (setting: Setting) => ComponentChildren,
  ) => ComponentChildren;
}

export function SettingsForm({
  of,
  title,
  manage,
  outdated = 'settings-changed',
  load,
  save,
  children,
}: FormProperties) {
  const { stored, saved, draft, setDraft, conflict, isEdited, ...form } = useSharedForm({
    loaded: of,
    valuesOf: draftOf,
    load,
    outdated,
  });
  const [isAsked, setAsked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const action = useAction();
  useUnsaved(isEdited);
  // What was loaded since, as long as nothing is entered.
  useEffect(() => {
    if (!isEdited && of.version !== stored.version) form.showSaved(of);
  }, [of]);
  // Another form may have changed what these need.
  const { settings } = of.version === stored.version ? of : stored;
  const changes = changesOf(settings, draft);
  const errors = fieldErrors(action.failure);
  const labels = Object.fromEntries(settings.map(({ name }) => [name, settingWords(name).label]));
  const edit = (next: Values) => {
    setSaved(false);
    setDraft(next);
  };
  // The dialog closes in any case: what the server rejects is told at the fields.
  const send = async () => {
    try {
      const now = await form.send(() => save({ version: stored.version, changes }));
      if (now === null) return;
      form.showSaved(now);
      setSaved(true);
    } finally {
      setAsked(false);
    }
  };
  const field = (setting: Setting) => (
    <SettingField
      key={setting.name}
      of={setting}
      value={draft[setting.name] ?? ''}
      onInput={manage ? (value) => edit({ ...draft, [setting.name]: value }) : null}
      error={errors[setting.name]}
      theirs={conflict?.both[setting.name]}
    />
  );
  return (
    <Form class="settings" onSubmit={() => setAsked(true)}>
      {children(settings, field)}
      {conflict !== null && (
        <ConflictNotice of={conflict} text={t(`rejection.${outdated}`)} labels={labels} />
      )}
      {!isAsked && <Failure of={action.failure} labels={labels} />}
      {isSaved && <Done>{t('saved')}</Done>}
      {manage && (
        <div class={`buttons${isEdited ? ' unsaved' : ''}`}>
          <Button
            kind="primary"
            type="submit"
            label={`${t('save')}: ${title}`}
            busy={action.busy}
            disabled={!isEdited}
          >
            {t('save')}
          </Button>
          <Button label={`${t('undo')}: ${title}`} disabled={!isEdited} onClick={() => edit(saved)}>
            {t('undo')}
          </Button>
        </div>
      )}
      {isAsked && (
        <Confirm
          title={t('settings.ask')}
          text={<Changes of={changes} settings={settings} />}
          confirmLabel={t('save')}
          reversible
          action={action}
          work={send}
          onClose={() => setAsked(false)}
        />
      )}
    </Form>
  );
}

interface ChangesProperties {
  of: Readonly<Record<string, string | null>>;
  settings: readonly Setting[];
}

/** Each changed setting before and after. */
function Changes({ of, settings }: ChangesProperties) {
  const changed = settings.filter(({ name }) => Object.hasOwn(of, name));
  return (
    <Facts>
      {changed.map((setting) => (
        <Fact key={setting.name} name={settingWords(setting.name).label}>
          <p>
            {t('settings.before')}{' '}
            <UserText>{valueText(setting, effective(setting, setting.value ?? ''))}</UserText>
          </p>
          <p>
            {t('settings.after')}{' '}
            <UserText>{valueText(setting, effective(setting, of[setting.name] ?? ''))}</UserText>
          </p>
        </Fact>
      ))}
    </Facts>
  );
}
