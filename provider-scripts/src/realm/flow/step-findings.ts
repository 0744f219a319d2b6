/** What is to say of the steps of a flow: those of the other kind of realm, and settings that act only there. */
import { type Finding, finding } from '../../platform/errors/finding.ts';
import type { StoredExecution } from '../../platform/keycloak/execution.ts';
import { actsIn, type RealmKind, SETTINGS } from '../settings/table.ts';
import { isStep, stepMadeFor } from './step-ids.ts';

/** The findings about one of Linkgate's steps, by whichever id. */
export function findingsOfStep(
  flow: string,
  execution: Pick<StoredExecution, 'authenticator' | 'config'>,
  kind: RealmKind,
): readonly Finding[] {
  const step = execution.authenticator ?? '';
  const made = stepMadeFor(kind);
  if (!isStep(execution, kind)) return [finding('step-skipped', { flow, step, made })];
  const settings = settingsWithoutEffect(execution.config, kind).join(', ');
  return settings === '' ? [] : [finding('step-settings-unused', { flow, step, settings, made })];
}

/** The names of stored settings that act only in the other kind of realm. Their defaults are none: Keycloak's console stores them unasked. */
function settingsWithoutEffect(config: StoredExecution['config'], kind: RealmKind): string[] {
  return SETTINGS.step
    .filter((one) => !actsIn(one, kind) && !['', one.absent].includes(config[one.name] ?? ''))
    .map(({ name }) => name);
}
