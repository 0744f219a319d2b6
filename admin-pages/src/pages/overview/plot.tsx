/** Counts by time as bars, one group for each step, and as a table for screen readers and exact figures. */
import { dateTime, number, t } from '../../texts/texts.ts';

interface PlotProperties {
  title: string;
  /** Start of the first step and length of each step, in seconds. */
  from: number;
  step: number;
  /** The series that the plot shows, at most three. */
  series: readonly Series[];
  /** Further series, in the table only. */
  others?: readonly Series[];
  /** Whether the bars of a step are on top of each other, because they are parts of a sum. */
  isStacked?: boolean;
}

interface Series {
  label: string;
  values: readonly number[];
}

const DAY = 86_400;
/** At most this many times are written below the plot. */
const MAX_LABELS = 6;
/** The plot's height in its own units. */
const HEIGHT = 100;
/** The width of a step's bars; a step has the width 1. */
const WIDTH = 0.8;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function Plot({ title, from, step, series, others = [], isStacked = false }: PlotProperties) {
  const all = [...series, ...others];
  if (all.every(({ values }) => sum(values) === 0)) return <p class="empty">{t('overview.nothing')}</p>;
  const times = (series[0]?.values ?? []).map((_, index) => from + index * step);
  const heights = times.map((_, index) => {
    const values = series.map((one) => one.values[index] ?? 0);
    return isStacked ? sum(values) : Math.max(...values);
  });
  const top = roundUp(Math.max(...heights));
  return (
    <figure class="plot">
      <div class="axes" dir="ltr" aria-hidden="true">
        <div class="scale">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{number(value)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${times.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {times.map((time, index) => (
            <g key={time}>
              <title>
                {[timeText(time, step), ...series.map((one) => `${one.label}: ${one.values[index]}`)].join(
                  '\n',
                )}
              </title>
              <rect class="step" x={index} y={0} width={1} height={HEIGHT} />
              {barsOf(
                series.map((one) => one.values[index] ?? 0),
                isStacked,
              ).map(({ x, y, width, height }, which) => (
                <rect
                  key={series[which]?.label}
                  class={`series-${which + 1}`}
                  x={index + x}
                  y={HEIGHT * (1 - (y + height) / top)}
                  width={width}
                  height={(HEIGHT * height) / top}
                />
              ))}
            </g>
          ))}
        </svg>
        <Times of={times} step={step} />
      </div>
      <figcaption>
        <ul class="legend">
          {series.map(({ label, values }, index) => (
            <li key={label}>
              <span class={`key series-${index + 1}`} aria-hidden="true" /> {label}: {number(sum(values))}
            </li>
          ))}
        </ul>
        <details>
          <summary>{t('overview.figures')}</summary>
          <table class="figures" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('overview.time')}</th>
                {all.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, index) => (
                <tr key={time}>
                  <th scope="row">{timeText(time, step)}</th>
                  {all.map(({ label, values }) => (
                    <td key={label}>{number(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  );
}

/** The bars of one step, beside or on top of each other. */
function barsOf(values: readonly number[], isStacked: boolean) {
  const margin = (1 - WIDTH) / 2;
  const width = isStacked ? WIDTH : WIDTH / values.length;
  return values.map((height, which) => ({
    x: isStacked ? margin : margin + which * width,
    y: isStacked ? sum(values.slice(0, which)) : 0,
    width,
    height,
  }));
}

/** The times of some steps, each below its step. */
function Times({ of, step }: { of: readonly number[]; step: number }) {
  const every = Math.ceil(of.length / MAX_LABELS);
  return (
    <div class="times">
      {of.map((time, index) => (
        <span key={time} class="tick">
          {index % every === 0 && <bdi>{timeText(time, step)}</bdi>}
        </span>
      ))}
    </div>
  );
}

/** The smallest even number of one digit and zeros above the given one: the highest bar ends below it, and half of it is a whole number. */
function roundUp(value: number): number {
  let unit = 1;
  while (10 * unit <= value) unit *= 10;
  return [2, 4, 6, 8, 10].map((digit) => digit * unit).find((round) => round > value) ?? 10 * unit;
}

/** A step's start as a date if steps are days, otherwise as a time. */
function timeText(seconds: number, step: number): string {
  if (step >= DAY) return dateTime(seconds, { day: 'numeric', month: 'short' });
  return dateTime(seconds, { hour: 'numeric', minute: '2-digit' });
}
