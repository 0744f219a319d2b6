/** A client's settings, in the same form as the realm's. */
import type { ClientSettings, SettingsInput } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { useLoaded } from '../../ui/load.ts';
import { Loading, Section } from '../../ui/parts.tsx';
import { SettingsForm } from '../settings/form.tsx';

interface SettingsProperties {
  /** The client's path in the API. */
  path: string;
  /** The client's version: its settings are loaded again with it. */
  version: string;
  manage: boolean;
  onSaved: () => void;
}

export function SettingsOfClient({ path, version, manage, onSaved }: SettingsProperties) {
  const place = `${path}/settings`;
  const loaded = useLoaded((signal) => call<ClientSettings>(place, { signal }), [place, version]);
  const save = async (body: SettingsInput) => {
    const now = await call<ClientSettings>(place, { method: 'PUT', body });
    loaded.replace(now);
    onSaved();
    return now;
  };
  return (
    <Section title={t('settings')}>
      <Loading of={loaded}>
        {(settings) => (
          <SettingsForm
            of={settings}
            title={t('settings')}
            manage={manage}
            outdated="client-changed"
            load={() => call<ClientSettings>(place)}
            save={save}
          >
            {(all, field) => all.map(field)}
          </SettingsForm>
        )}
      </Loading>
    </Section>
  );
}
