/** Small plots in plain text, which a report carries in itself. */
import type { Series } from '../finding.ts';

const WIDTH = 40;
const BAR = '█';

/** A bar for each value, by series, all on one scale from zero; a value that isn't a number has none. */
export function bars(series: readonly Series[]): string {
  const largest = Math.max(0, ...series.flatMap(({ values }) => values.filter(Number.isFinite)));
  const digits = largest < 10 ? 2 : largest < 1000 ? 1 : 0;
  return series
    .map(({ name, unit, values }) => {
      const lines = values.map((value) => {
        const length = largest > 0 && value > 0 ? Math.round((WIDTH * value) / largest) : 0;
        return `  ${BAR.repeat(length)} ${value.toFixed(digits)}`;
      });
      return [unit === '' ? name : `${name} (${unit})`, ...lines].join('\n');
    })
    .join('\n');
}
