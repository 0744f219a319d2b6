/** The table of meters. */
import { describe, expect, test } from 'vitest';
import {
  GAUGES,
  HISTOGRAMS,
  METERS,
  type MeterName,
  meter,
} from '../../../../provider-scripts/src/observability/metrics/meters.ts';
import { TABLE_NAMES } from '../../../../provider-scripts/src/platform/database/table-names.ts';

const names = Object.keys(METERS) as MeterName[];

describe('the meters', () => {
  test('have histograms with few buckets, in order', () => {
    for (const { bounds } of Object.values(HISTOGRAMS)) {
      expect(bounds).toEqual([...bounds].sort((one, other) => one - other));
      expect(bounds.length < 15).toBe(true);
    }
  });

  test('have a gauge for every table', () => {
    expect(GAUGES.tableRows.label.values).toEqual(TABLE_NAMES);
  });

  test('each have a description', () => {
    const all = [...names.map(meter), ...Object.values(HISTOGRAMS), ...Object.values(GAUGES)];
    for (const { description } of all) expect(description).toMatch(/^[A-Z].{10,}[^.]$/);
  });
});
