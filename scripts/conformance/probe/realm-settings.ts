/** Evaluates the rules for realm settings that the server shares with these checks. */
import type { Finding } from '../../../provider-scripts/src/platform/errors/finding.ts';
import type { RealmRule, RealmSettings } from '../../../provider-scripts/src/realm/realm-rules/rule.ts';
import type { Configuration } from './configuration.ts';
import { realmSettings } from './settings.ts';
import { readSteps } from './step-flows.ts';

/** The violations of a rule, a line for each. */
export async function problemsOfRule(rule: RealmRule, configuration: Configuration): Promise<string[]> {
  return (await findingsOf(rule, configuration)).map(({ message }) => message);
}

/** The settings that violate a rule, with names and values. */
export async function findingsOf(rule: RealmRule, configuration: Configuration): Promise<Finding[]> {
  return rule.problems(await realmSettingsOf(configuration));
}

/** Reads the settings from the admin API, where a missing switch is off and a missing time is unset. */
export async function realmSettingsOf(configuration: Configuration): Promise<RealmSettings> {
  const [realm, attributes] = [await configuration.realm(), await configuration.attributes()];
  const { settings } = await realmSettings(configuration);
  // Without a step in the bound flow, the realm may have others.
  const own = settings.hasStep ? [settings] : (await readSteps(configuration)).map((step) => step.settings);
  const sends = own.length === 0 || own.some((one) => one.emailSender === 'smtp');
  const emailSender = sends ? 'smtp' : 'provider';
  return {
    registrationAllowed: realm.registrationAllowed ?? false,
    resetPasswordAllowed: realm.resetPasswordAllowed ?? false,
    verifyEmail: realm.verifyEmail ?? false,
    duplicateEmailsAllowed: realm.duplicateEmailsAllowed ?? false,
    editUsernameAllowed: realm.editUsernameAllowed ?? false,
    loginWithEmailAllowed: realm.loginWithEmailAllowed ?? true,
    sslRequired: realm.sslRequired ?? 'external',
    accessTokenLifespan: realm.accessTokenLifespan ?? 0,
    accessCodeLifespan: realm.accessCodeLifespan ?? 0,
    ssoSessionIdleTimeout: realm.ssoSessionIdleTimeout ?? 0,
    ssoSessionMaxLifespan: realm.ssoSessionMaxLifespan ?? 0,
    ssoSessionIdleTimeoutRememberMe: realm.ssoSessionIdleTimeoutRememberMe ?? 0,
    ssoSessionMaxLifespanRememberMe: realm.ssoSessionMaxLifespanRememberMe ?? 0,
    clientSessionIdleTimeout: realm.clientSessionIdleTimeout ?? 0,
    clientSessionMaxLifespan: realm.clientSessionMaxLifespan ?? 0,
    smtpServer: (realm.smtpServer ?? {}) as Record<string, string>,
    emailSender,
    attribute: (name) => attributes[name] ?? null,
  };
}
