/** The realm's settings in groups, and those of each step. */

import { GROUPS } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type {
  About,
  Finding,
  Settings as RealmSettings,
  Setting,
  SettingsInput,
  StepSettings,
} from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout, useSetAbout } from '../../server/rights.ts';
import { named, t } from '../../texts/texts.ts';
import { ListSearch } from '../../ui/list-search.tsx';
import { useLoaded } from '../../ui/load.ts';
import { Loading, Page, Section, State } from '../../ui/parts.tsx';
import { FindingText } from '../../ui/reasons.tsx';
import { type ListQuery, useListQuery } from '../../ui/route.ts';
import { SettingsForm } from './form.tsx';
import { isChanged, isFound } from './values.ts';

const PATH = '/settings';

export function Settings(_: { parts: string[] }) {
  const { manage } = useAbout().rights.realm;
  const setAbout = useSetAbout();
  const query = useListQuery();
  const loaded = useLoaded((signal) => call<RealmSettings>(PATH, { signal }), []);
  /** Saves the realm's settings, or a step's; the other forms show what has changed for them. */
  const put = async (path: string, body: SettingsInput): Promise<RealmSettings> => {
    const now = await call<RealmSettings>(path, { method: 'PUT', body });
    loaded.replace(now);
    return now;
  };
  const shows = (setting: Setting) => isShown(setting, query[0]);
  return (
    <Page title={t('settings')}>
      <ListSearch
        of={query}
        label={t('settings.search')}
        states={[
          { value: 'changed', label: t('settings.changed') },
          { value: 'wrong', label: t('settings.wrong') },
        ]}
      />
      <Loading of={loaded}>
        {(all) => (
          <>
            {all.unknown.length > 0 && (
              <Section title={t('settings.unknown')}>
                <Unknown of={all.unknown} />
              </Section>
            )}
            {[...all.settings, ...all.steps.flatMap(({ settings }) => settings)].some(shows) || (
              <p class="empty" role="status">
                {t('settings.none')}
              </p>
            )}
            {all.settings.length > 0 && (
              <SettingsForm
                of={all}
                title={t('settings.realm')}
                manage={manage}
                load={() => call<RealmSettings>(PATH)}
                save={async (body) => {
                  const now = await put(PATH, body);
                  setAbout(await call<About>(''));
                  return now;
                }}
              >
                {(settings, field) =>
                  GROUPS.map((group) => ({
                    group,
                    found: settings.filter((one) => one.group === group && shows(one)),
                  }))
                    .filter(({ found }) => found.length > 0)
                    .map(({ group, found }) => (
                      <Section key={group} title={t(`settings.group.${group}`)}>
                        {found.map(field)}
                      </Section>
                    ))
                }
              </SettingsForm>
            )}
            {all.steps.map((step) => (
              <Section key={step.id} title={t('settings.step', { flow: step.flow })}>
                <Bound of={step} />
                <Unknown of={step.unknown} />
                <SettingsForm
                  of={step}
                  title={t('settings.step', { flow: step.flow })}
                  manage={manage}
                  load={async () => stepIn(await call<RealmSettings>(PATH), step)}
                  save={async (body) => stepIn(await put(`${PATH}/steps/${step.id}`, body), step)}
                >
                  {(settings, field) => settings.filter(shows).map(field)}
                </SettingsForm>
              </Section>
            ))}
          </>
        )}
      </Loading>
    </Page>
  );
}

/** Whether a setting is among those that are searched for. */
function isShown(setting: Setting, { search, state }: ListQuery): boolean {
  if (state === 'changed' && !isChanged(setting, setting.value ?? '')) return false;
  if (state === 'wrong' && setting.findings.length === 0 && setting.needs.every(({ met }) => met))
    return false;
  return isFound(setting, search);
}

/** The same step in another response; itself if it has been removed, so that nothing entered is lost. */
function stepIn({ steps }: RealmSettings, step: StepSettings): StepSettings {
  return steps.find(({ id }) => id === step.id) ?? step;
}

/** Names that are no setting, or not any more. */
function Unknown({ of }: { of: readonly Finding[] }) {
  if (of.length === 0) return null;
  return (
    <ul class="wrong">
      {of.map((finding) => (
        <li key={JSON.stringify(finding)}>
          <FindingText of={finding} message={finding.message} />
        </li>
      ))}
    </ul>
  );
}

/** Whether sign-ins of the realm use the step's flow. */
function Bound({ of: { bound_as: bound } }: { of: StepSettings }) {
  return (
    <p>
      {bound.length > 0 ? (
        <State kind="good">
          {t('settings.bound', { bound: bound.map((one) => named('flow-use', one)).join(', ') })}
        </State>
      ) : (
        <State kind="neutral">{t('settings.unbound')}</State>
      )}
    </p>
  );
}
