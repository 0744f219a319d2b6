/** The limits in force in a realm (contract, section 8.2). */
import type { Finding } from '../../platform/errors/finding.ts';
import type { Cidr } from '../../platform/limits/addresses.ts';
import { type LimitValue, SETTABLE_NAMES, type SettableLimit } from '../../platform/limits/limits.ts';
import type { MailboxRules } from '../../platform/limits/mailboxes.ts';
import { findingsOf, readSetting, warningsOf } from '../settings/read.ts';
import { LIMIT_SETTINGS, REALM, SETTINGS_OF_LIMITS } from '../settings/table.ts';

/** The limits in force in a realm. */
export interface LimitsInForce {
  values: Record<SettableLimit, LimitValue>;
  exempt: readonly Cidr[];
  mailboxes: MailboxRules;
}

/**
 * Reads the limits; one that is malformed or out of range counts as its default.
 *
 * @param raw returns the text of a realm attribute, or null
 */
export function readLimits(raw: (attribute: string) => string | null): LimitsInForce {
  const value = (name: SettableLimit) => readSetting(LIMIT_SETTINGS[name], raw(LIMIT_SETTINGS[name].name));
  return {
    values: Object.fromEntries(SETTABLE_NAMES.map((name) => [name, value(name)])) as LimitsInForce['values'],
    exempt: readSetting(REALM.exempt, raw(REALM.exempt.name)),
    mailboxes: {
      subAddresses: readSetting(REALM.subAddresses, raw(REALM.subAddresses.name)),
      dotlessDomains: readSetting(REALM.dotlessDomains, raw(REALM.dotlessDomains.name)),
    },
  };
}

/** What is wrong with them. */
export function limitFindings(raw: (attribute: string) => string | null): Finding[] {
  const found: Finding[] = [];
  for (const one of SETTINGS_OF_LIMITS) found.push(...findingsOf(one, raw(one.name)));
  return found;
}

/** The same as lines for the log. */
export function limitWarnings(raw: (attribute: string) => string | null): string[] {
  const lines: string[] = [];
  for (const one of SETTINGS_OF_LIMITS) lines.push(...warningsOf(one, raw(one.name)));
  return lines;
}
