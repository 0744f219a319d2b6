/** Shows whether a branding's colours have sufficient contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
import type { Contrast } from '../../../generated/admin-api.d.ts';
import { named, t } from '../../texts/texts.ts';
import { Section } from '../../ui/parts.tsx';

export function Contrasts({ of }: { of: readonly Contrast[] }) {
  if (of.length === 0) return null;
  return (
    <Section title={t('contrast')}>
      <ul class="contrasts">
        {of.map(({ what, foreground, background, ratio, needed, sufficient }) => (
          <li key={what}>
            <span class="swatch" style={{ backgroundColor: background }} aria-hidden="true">
              <span class="dot" style={{ backgroundColor: foreground }} />
            </span>
            <span>
              {named('contrast', what)}:{' '}
              <strong class={sufficient ? undefined : 'poor'}>
                {t(sufficient ? 'contrast.good' : 'contrast.poor', { ratio, needed })}
              </strong>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
