/** Previews the email and the sign-in page. */
import { useEffect, useState } from 'preact/hooks';
import type { BrandingInput, Preview as PreviewData } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { t } from '../../texts/texts.ts';
import type { Labels } from '../../ui/failure.tsx';
import { ChoiceField, Switch } from '../../ui/field.tsx';
import { useLoaded } from '../../ui/load.ts';
import { Fact, Facts, Loading, Section, UserText } from '../../ui/parts.tsx';
import { Frame, type Scheme } from './frame.tsx';

interface PreviewProperties {
  path: string;
  branding: BrandingInput;
  labels: Labels;
  locale: string;
  onLocale: (locale: string) => void;
}

export function Preview({ path, branding, labels, locale, onLocale }: PreviewProperties) {
  const { languages } = useAbout();
  const [what, setWhat] = useState('page');
  const [width, setWidth] = useState('desktop');
  const [scheme, setScheme] = useState<Scheme>('light');
  const shown = useLoaded(
    (signal) => call<PreviewData>(path, { method: 'POST', body: { branding, locale }, signal }),
    [JSON.stringify(branding), locale],
  );
  const [broken, setBroken] = useState(false);
  useEffect(() => setBroken(false), [shown.data, what]);
  const names = new Intl.DisplayNames([document.documentElement.lang], { type: 'language' });
  return (
    <Section title={t('preview')}>
      <div class="filters">
        <Switch
          label={t('preview.what')}
          value={what}
          onChange={setWhat}
          options={[
            { value: 'page', label: t('preview.page') },
            { value: 'email', label: t('preview.email') },
          ]}
        />
        <Switch
          label={t('preview.width')}
          value={width}
          onChange={setWidth}
          options={[
            { value: 'desktop', label: t('preview.desktop') },
            { value: 'phone', label: t('preview.phone') },
          ]}
        />
        <Switch
          label={t('preview.scheme')}
          value={scheme}
          onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
          options={[
            { value: 'light', label: t('preview.light') },
            { value: 'dark', label: t('preview.dark') },
          ]}
        />
        <ChoiceField
          label={t('preview.language')}
          value={locale}
          onChange={onLocale}
          options={languages.map((tag) => ({ value: tag, label: names.of(tag) ?? tag }))}
        />
      </div>
      <Loading of={shown} labels={labels}>
        {(previewed) => (
          <>
            {what === 'email' && (
              <Facts>
                <Fact name={t('preview.from')}>
                  {previewed.sender_name === null ? t('none') : <UserText>{previewed.sender_name}</UserText>}
                </Fact>
                <Fact name={t('preview.subject')}>
                  <UserText>{previewed.subject}</UserText>
                </Fact>
              </Facts>
            )}
            {broken && (
              <div class="notice error" role="alert">
                {t('branding.broken')}
              </div>
            )}
            <Frame
              title={what === 'email' ? t('preview.email') : t('preview.page')}
              html={what === 'email' ? previewed.html : previewed.page}
              scheme={scheme}
              phone={width === 'phone'}
              onBroken={() => setBroken(true)}
            />
          </>
        )}
      </Loading>
    </Section>
  );
}
