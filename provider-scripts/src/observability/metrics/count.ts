/** Records counters and histograms in the registry behind Keycloak's `/metrics`, if enabled, and in the realm's statistics. */
import type { KeycloakSession } from 'keycloak';
import { HISTOGRAMS, type HistogramName, METERS, type MeterName, meter } from './meters.ts';
import { tally } from './tally.ts';

const Counter = Java.type('io.micrometer.core.instrument.Counter');
const DistributionSummary = Java.type('io.micrometer.core.instrument.DistributionSummary');
const Metrics = Java.type('io.micrometer.core.instrument.Metrics');
/** An `Iterable`, which the types take for a function. */
const NO_TAGS = Java.type('io.micrometer.core.instrument.Tags').empty() as never;

/** The values of a meter's label; a meter without a label needs no further argument. */
type LabelOf<N extends MeterName> = (typeof METERS)[N] extends {
  label: { values: readonly (infer Value)[] };
}
  ? [value: Value & string]
  : [];

/** Increments a counter that isn't part of the realms' statistics. */
export function countWithoutStatistic<N extends MeterName>(name: N, ...[value]: LabelOf<N>): void {
  counterOf(name, value).increment();
}

/** Increments a counter. */
export function count<N extends MeterName>(session: KeycloakSession, name: N, ...[value]: LabelOf<N>): void {
  counterOf(name, value).increment();
  const { statistic } = meter(name);
  if (statistic !== undefined) tally(session, `${statistic}.${value}`);
}

/** Records a duration in seconds. */
export function observe(name: HistogramName, seconds: number): void {
  Metrics.summary(HISTOGRAMS[name].name, NO_TAGS).record(seconds);
}

/** Registers every counter and histogram at zero, so that a dashboard sees the first event as a change. */
export function registerMeters(): void {
  for (const name of Object.keys(METERS) as MeterName[]) {
    const { label } = meter(name);
    if (label === undefined) register(name);
    else for (const value of label.values) register(name, value);
  }
  for (const histogram of Object.keys(HISTOGRAMS) as HistogramName[]) {
    const { name, description, bounds } = HISTOGRAMS[histogram];
    const builder = DistributionSummary.builder(name).description(description).baseUnit('seconds');
    builder.serviceLevelObjectives(bounds).register(Metrics.globalRegistry);
  }
}

function register(name: MeterName, value?: string): void {
  const { name: id, description, label } = meter(name);
  const builder = Counter.builder(id).description(description);
  if (label !== undefined && value !== undefined) builder.tag(label.name, value);
  builder.register(Metrics.globalRegistry);
}

/** The registered counter; a meter is identified by its name and label. */
function counterOf(name: MeterName, value: string | undefined) {
  const { name: id, label } = meter(name);
  return label === undefined || value === undefined
    ? Metrics.counter(id, NO_TAGS)
    : Metrics.counter(id, label.name, value);
}
