/** Writes the configuration of a step, as Keycloak's own admin API does, and says which event that emits. */
import type { RealmModel } from 'keycloak';
import type { AdminEventOperation } from '../../../observability/events/admin-event.ts';
import { toJava } from '../../../platform/engine/to-java.ts';

const AuthenticatorConfig = Java.type('org.keycloak.models.AuthenticatorConfigModel');

/** The event of a changed configuration, in Keycloak's words. */
interface Written {
  readonly operation: Extract<AdminEventOperation, 'CREATE' | 'UPDATE'>;
  readonly path: string;
  readonly representation: { id: string; alias: string; config: Readonly<Record<string, string>> };
}

/**
 * Changes what is stored, since the cache may lack what another administrator has just set; an empty text removes a value. Null if the execution is
 * gone.
 */
export function writeConfig(
  realm: RealmModel,
  stored: RealmModel,
  executionId: string,
  changes: Readonly<Record<string, string>>,
): Written | null {
  const execution = stored.getAuthenticationExecutionById(executionId);
  if (execution === null) return null;
  const configId = execution.getAuthenticatorConfig();
  const existing = configId === null ? null : stored.getAuthenticatorConfigById(configId);
  const before = existing?.getConfig() ?? null;
  const config: Record<string, string> = before === null ? {} : { ...Java.record(before) };
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') delete config[name];
    else config[name] = value;
  }
  const model = existing ?? new AuthenticatorConfig();
  model.setConfig(toJava(config) as never);
  if (existing !== null) {
    realm.updateAuthenticatorConfig(existing);
    const representation = { id: existing.getId() ?? '', alias: existing.getAlias() ?? '', config };
    return { operation: 'UPDATE', path: `authentication/config/${representation.id}`, representation };
  }
  // Unique, as Keycloak requires of the aliases in a realm.
  const alias = `${execution.getAuthenticator()} ${executionId}`;
  model.setAlias(alias);
  const id = realm.addAuthenticatorConfig(model).getId() ?? '';
  execution.setAuthenticatorConfig(id);
  realm.updateAuthenticatorExecution(execution);
  return {
    operation: 'CREATE',
    path: `authentication/executions/${executionId}/config`,
    representation: { id, alias, config },
  };
}
