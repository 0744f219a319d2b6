/** Shows whether a branding's colours have sufficient contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
import { readableOn } from '../../../../provider-scripts/src/realm/branding/colour.ts';
import {
  type MeasuredContrast,
  measureContrast,
} from '../../../../provider-scripts/src/realm/branding/contrast.ts';
import { named, type TextKey, t } from '../../texts/texts.ts';

/** What is said of insufficient contrast. Text is black or white, whichever is easier to read. */
const ADVICE: Record<MeasuredContrast['what'], TextKey> = {
  'text-on-primary': 'contrast.lighter',
  'primary-on-light': 'contrast.darker',
  'primary-on-dark': 'contrast.lighter',
};

/**
 * Beside the field of the primary colour, at once for what is typed; nothing as long as that is no colour. What an empty field inherits is judged where
 * it is set, and the theme's own colours are others in the dark.
 */
export function Contrasts({ of: colour }: { of: string }) {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return null;
  const measured = measureContrast({ primaryColor: colour, onPrimaryColor: readableOn(colour) });
  return (
    <div role="status">
      <ul class="contrasts" aria-label={t('contrast')}>
        {measured.map(({ what, foreground, background, ratio, needed, sufficient }) => (
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
    </div>
  );
}
