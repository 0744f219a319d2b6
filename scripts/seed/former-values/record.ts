/** The record of what seed runs changed in a realm that existed before: an attribute of the realm, so that removal can restore it. */

import { REALM } from '../../../provider-scripts/src/realm/settings/table.ts';
import { Failure } from '../../failure.ts';
import { isJsonObject, type Json } from '../../json.ts';
import { isSecretField, REDACTED } from '../change.ts';
import { sameValue } from '../diff.ts';
import { keyOf, type UnitPath, type Units } from './units.ts';

/** A unit that runs have changed. A value is missing if the unit was. */
export interface FormerValue {
  readonly path: UnitPath;
  /** The last value that isn't a run's. */
  readonly before?: Json;
  /** What runs made of it. */
  readonly after?: Json;
}

export interface FormerValues {
  /** Whether the realm had been seeded before the record was begun: the former values of then are unknown. */
  readonly incomplete: boolean;
  readonly values: readonly FormerValue[];
  /** The units before a run that didn't end. */
  readonly begun?: readonly FormerValue[];
  /** The number of clients whose former values were too long to store. */
  readonly omittedClients?: number;
}

/** The most characters that a realm stores; a realm's record usually has about 10,000. */
const MAX_LENGTH = 500_000;

/** The former values after a run. A value that people set between two runs is the former one from then on. */
export function addRun(values: readonly FormerValue[], before: Units, after: Units): FormerValue[] {
  const merged = new Map(values.map((value) => [keyOf(value.path), value]));
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)];
    const earlier = merged.get(key);
    // A run that ended early knows of a secret only that there was one.
    if (same(was, is) || was === REDACTED) continue;
    merged.delete(key);
    const first = earlier !== undefined && same(earlier.after, was) ? earlier.before : was;
    if (!same(first, is)) merged.set(key, formerValue(JSON.parse(key) as UnitPath, first, is));
  }
  return [...merged.values()];
}

/** Whether two values, or their absence, are equal. */
export function same(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined ? one === other : sameValue(one, other);
}

function formerValue(path: UnitPath, before: Json | undefined, after: Json | undefined): FormerValue {
  const secret = isSecretField(path.at(-1) ?? '');
  const stored = (value: Json) => (secret ? REDACTED : value);
  return {
    path,
    ...(before !== undefined && { before: stored(before) }),
    ...(after !== undefined && { after: stored(after) }),
  };
}

/** The units as a record stores them before a run. */
export function begin(units: Units): FormerValue[] {
  return [...units].map(([key, value]) => formerValue(JSON.parse(key) as UnitPath, value, undefined));
}

/** The units before a run that didn't end; of clients and scopes that it didn't know, today's. */
export function begunUnits(begun: readonly FormerValue[], today: Units): Units {
  const objectOf = ([part, name]: UnitPath) =>
    part === 'scopes' || part === 'clients' ? JSON.stringify([part, name]) : part;
  const known = new Set(begun.map(({ path }) => objectOf(path)));
  return new Map([
    ...[...today].filter(([key]) => !known.has(objectOf(JSON.parse(key) as UnitPath))),
    ...begun.flatMap(({ path, before }) => (before === undefined ? [] : [[keyOf(path), before] as const])),
  ]);
}

/** The attribute's text. A `$` is escaped: an import would replace `${…}`. */
export function textOf(record: FormerValues): string {
  const text = JSON.stringify(record).replaceAll('$', '\\u0024');
  return text.length <= MAX_LENGTH ? text : textOf(withoutLastClient(record));
}

function withoutLastClient({
  values,
  begun = [],
  omittedClients = 0,
  ...record
}: FormerValues): FormerValues {
  const last = [...values, ...begun].findLast(({ path: [part] }) => part === 'clients')?.path[1];
  if (last === undefined) throw new Failure('its former values are too long to be stored');
  const others = (all: readonly FormerValue[]) =>
    all.filter(({ path: [part, name] }) => part !== 'clients' || name !== last);
  return {
    ...record,
    values: others(values),
    ...(begun.length > 0 && { begun: others(begun) }),
    omittedClients: omittedClients + 1,
  };
}

/**
 * Reads the attribute; undefined if the realm has none.
 * @throws Failure if it isn't what `textOf` writes
 */
export function recordIn(attributes: object | undefined): FormerValues | undefined {
  const text = (attributes as Readonly<Record<string, unknown>> | undefined)?.[REALM.formerValues.name];
  if (typeof text !== 'string' || text === '') return undefined;
  const record = parsed(text);
  if (isJsonObject(record) && Array.isArray(record.values)) return record as object as FormerValues;
  throw new Failure(`realm attribute ${REALM.formerValues.name}: isn't what seeding writes; remove it`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
