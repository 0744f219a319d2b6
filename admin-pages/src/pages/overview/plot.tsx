/** Time series as a plot, and as a table for screen readers and exact figures. */
import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { language, number, t } from '../../texts/texts.ts';

interface PlotProperties {
  title: string;
  /** Start of the first step and length of each step, in seconds. */
  from: number;
  step: number;
  series: readonly { label: string; values: readonly number[] }[];
}

const HEIGHT = 220;
/** Lines differ by their dashes, not only by colour. */
const DASHES: readonly number[][] = [[], [8, 4], [2, 3], [12, 3, 2, 3]];
const DAY = 86_400;

export function Plot({ title, from, step, series }: PlotProperties) {
  const container = useRef<HTMLDivElement>(null);
  const total = series.reduce((sum, { values }) => sum + values.reduce((a, b) => a + b, 0), 0);
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let plot: UPlot | null = null;
    const draw = () => {
      plot?.destroy();
      plot = createPlot(element, { title, from, step, series });
    };
    const observer = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: HEIGHT }));
    draw();
    observer.observe(element);
    dark.addEventListener('change', draw);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [from, step, JSON.stringify(series)]);
  if (total === 0) return <p class="empty">{t('overview.nothing')}</p>;
  return (
    <figure class="plot">
      <div ref={container} dir="ltr" aria-hidden="true" />
      <figcaption>
        <ul class="legend">
          {series.map(({ label, values }, index) => (
            <li key={label}>
              <span class={`line line-${index + 1}`} aria-hidden="true" /> {label}:{' '}
              {number(values.reduce((a, b) => a + b, 0))}
            </li>
          ))}
        </ul>
        <details>
          <summary>{t('overview.figures')}</summary>
          <table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('overview.time')}</th>
                {series.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(series[0]?.values ?? []).map((_, index) => (
                <tr key={from + index * step}>
                  <th scope="row">{timeText(from + index * step, step)}</th>
                  {series.map(({ label, values }) => (
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

function createPlot(element: HTMLElement, { from, step, series }: PlotProperties): UPlot {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const axis = {
    stroke: colour('muted'),
    grid: { stroke: colour('line') },
    ticks: { stroke: colour('line') },
  };
  const times = (series[0]?.values ?? []).map((_, index) => from + index * step);
  return new UPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: (_, __, max) => [0, Math.max(4, max * 1.05)] } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((time) => timeText(time, step)), space: 90 },
        {
          ...axis,
          values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? number(value) : '')),
        },
      ],
      series: [
        {},
        ...series.map(({ label }, index) => ({
          label,
          stroke: colour(`line-${index + 1}`),
          width: 2,
          dash: DASHES[index % DASHES.length] ?? [],
          points: { show: false },
        })),
      ],
    },
    [times, ...series.map(({ values }) => [...values])],
    element,
  );
}

/** A step's start as a date if steps are days, otherwise as a time. */
function timeText(seconds: number, step: number): string {
  const options: Intl.DateTimeFormatOptions =
    step >= DAY ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(language(), options).format(seconds * 1000);
}
