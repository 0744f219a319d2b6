/** Shows whether a branding's colours have sufficient contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
import type { Contrast } from '../../../generated/admin-api.d.ts';
import { named, type TextKey, t } from '../../texts/texts.ts';
import { Section } from '../../ui/parts.tsx';

/** What is said of insufficient contrast. Text is black or white, whichever is easier to read. */
const ADVICE: Record<Contrast['what'], TextKey> = {
  'text-on-primary': 'contrast.lighter',
  'primary-on-light': 'contrast.darker',
  'primary-on-dark': 'contrast.lighter',
};

export function Contrasts({ of }: { of: readonly Contrast[] }) {
  return (
    <Section title={t('contrast')}>
      {of.length === 0 && <p class="hint">{t('contrast.default')}</p>}
      <ul class="contrasts">
        {of.map(({ what, foreground, background, ratio, needed, sufficient }) => (
          <li key={what}>
            <span class="swatch" style={{ backgroundColor: background }} aria-hidden="true">
              <span class="dot" style={{ backgroundColor: foreground }} />
            </span>
            <span>
              {named('contrast', what)}:{' '}
              <strong class={sufficient ? undefined : 'poor'}>
                {t(sufficient ? 'contrast.good' : ADVICE[what], { ratio, needed })}
              </strong>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
