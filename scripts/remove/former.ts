/** What becomes of the former values that seeding stored. */

import type { JsonObject } from '../json.ts';
import { describeValue, REDACTED } from '../seed/change.ts';
import { type Difference, differences } from '../seed/diff.ts';
import { begunUnits, type FormerValue, same } from '../seed/former-values/record.ts';
import { describeUnit, keyOf } from '../seed/former-values/units.ts';
import type { Found } from './found.ts';

/** Something that removal leaves, and why. */
export interface Remaining {
  /** Such as `client shop`. */
  readonly object: string;
  readonly field?: string;
  readonly reason: string;
}

/** The values to restore, and those that stay. */
export interface FormerPlan {
  readonly restored: readonly FormerValue[];
  readonly left: readonly Remaining[];
  readonly unknown: readonly Remaining[];
}

/** Restores a value only if it is as seeding left it. */
export function planFormer({ record, units }: Pick<Found, 'record' | 'units'>): FormerPlan {
  const values = [...(record?.values ?? []), ...changedByUnfinishedRun({ record, units })];
  const restored: FormerValue[] = [];
  const left: Remaining[] = [];
  const unknown: Remaining[] = [];
  for (const value of values) {
    const { path, before, after } = value;
    const now = units.get(keyOf(path));
    if (before === REDACTED || after === REDACTED) {
      const reason = 'seeding changed this secret, and stores no former one';
      unknown.push({ ...describeUnit(path), reason });
    } else if (same(now, before)) continue;
    else if (same(now, after)) restored.push(value);
    else
      left.push({
        ...describeUnit(path),
        reason: `is ${describeValue(now)}: changed since seeding, which had changed ${describeValue(before)} to ${describeValue(after)}`,
      });
  }
  return { restored, left, unknown };
}

/** What differs from the values before a run that didn't end counts as its change. */
function changedByUnfinishedRun({ record, units }: Pick<Found, 'record' | 'units'>): FormerValue[] {
  if (record?.begun === undefined) return [];
  const before = begunUnits(record.begun, units);
  const known = new Set(record.values.map(({ path }) => keyOf(path)));
  return [...new Set([...before.keys(), ...units.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), units.get(key)];
    if (known.has(key) || was === REDACTED || same(was, is)) return [];
    const path = JSON.parse(key) as FormerValue['path'];
    return [{ path, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
}

/** A value for a field that had none: Keycloak's admin API ignores a missing one. */
export function orUnset(before: FormerValue['before'], after: FormerValue['after']): FormerValue['before'] {
  if (before !== undefined) return before;
  if (typeof after === 'string') return '';
  if (typeof after === 'boolean') return false;
  return Array.isArray(after) ? [] : after;
}

/** An object with options, such as a mapper. */
interface Configured {
  readonly config?: object;
}

/** The options of an object that its former value hasn't. */
export function optionsWithout(former: Configured, actual: Configured): string[] {
  const options = former.config ?? {};
  return Object.keys(actual.config ?? {}).filter((option) => !Object.hasOwn(options, option));
}

/** How an object differs from its former value, of which it has options more or less. */
export function configDifferences(former: Configured, actual: Configured): Difference[] {
  const removed = Object.fromEntries(optionsWithout(former, actual).map((option) => [option, null]));
  const declared: object = { ...former, config: { ...former.config, ...removed } };
  return differences(declared as JsonObject, actual);
}
