/** The settings of the sign-in step in the sample realm. */
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';

const REALM = 'linkgate';

/** Changes some; the returned function restores them. */
export async function changeLinkSettings(
  api: KeycloakAdminClient,
  settings: Record<string, string>,
): Promise<() => Promise<void>> {
  const executions = await api.authenticationManagement.getExecutions({
    realm: REALM,
    flow: 'linkgate browser',
  });
  const id = executions.find((execution) => execution.providerId === 'linkgate-email')?.authenticationConfig;
  if (id === undefined) throw new Error('the flow has no settings');
  const before = await api.authenticationManagement.getConfig({ realm: REALM, id });
  const put = async (config: Record<string, string>) => {
    await api.authenticationManagement.updateConfig({ realm: REALM, id, alias: before.alias ?? '', config });
  };
  await put({ ...before.config, ...settings });
  return async () => put({ ...before.config });
}
