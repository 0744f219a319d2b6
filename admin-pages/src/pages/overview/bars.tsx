/** Counts as bars with their numbers. */
import { number, t } from '../../texts/texts.ts';

interface BarsProperties {
  title: string;
  of: readonly { text: string; count: number }[];
}

export function Bars({ title, of }: BarsProperties) {
  const max = Math.max(1, ...of.map(({ count }) => count));
  const any = of.some(({ count }) => count > 0);
  return (
    <div>
      <h3>{title}</h3>
      {any ? (
        <ul class="bars">
          {of.map(({ text, count }) => (
            <li key={text}>
              <span class="bar-text">{text}</span>
              <span class="bar-count">{number(count)}</span>
              <span class="bar" aria-hidden="true">
                <span class="fill" style={{ inlineSize: `${(100 * count) / max}%` }} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p class="empty">{t('overview.nothing')}</p>
      )}
    </div>
  );
}
