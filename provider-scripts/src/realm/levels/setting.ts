/** Whether a client's users need a second factor: a setting of the client, which Linkgate's admin API writes with what Keycloak needs for it. */
import type { SecondFactor } from '../settings/choices.ts';

/** The levels of authentication: of a link or what stands for it, and with a second factor. Their names in `acr` are these numbers. */
export const LINK_LEVEL = 1;
export const FACTOR_LEVEL = 2;

/** Keycloak's attributes of a client's levels; `default.acr.values` is one that Linkgate only respects. */
const LEVELS_ATTRIBUTE = 'acr.loa.map';
const MINIMUM_ATTRIBUTE = 'minimum.acr.value';
const LEVEL_ATTRIBUTES = [LEVELS_ATTRIBUTE, MINIMUM_ATTRIBUTE, 'default.acr.values'] as const;

const LEVELS = `{"${LINK_LEVEL}":${LINK_LEVEL},"${FACTOR_LEVEL}":${FACTOR_LEVEL}}`;

/** The attributes by which Keycloak implements the setting; an empty text for one that the client must not have. */
export function levelAttributes(mode: SecondFactor): Readonly<Record<string, string>> {
  return {
    [LEVELS_ATTRIBUTE]: mode === 'none' ? '' : LEVELS,
    [MINIMUM_ATTRIBUTE]: mode === 'always' ? String(FACTOR_LEVEL) : '',
  };
}

/** Returns the text of a client's attribute, or null. */
type Attribute = (name: string) => string | null | undefined;

/** The attributes of levels that an administrator set: the setting would overwrite them, or they would change what it means. */
export function foreignLevels(attribute: Attribute): string[] {
  const own = levelAttributes('always');
  return LEVEL_ATTRIBUTES.filter((name) => (attribute(name) ?? '') !== '' && attribute(name) !== own[name]);
}

/** The attributes of levels in which a client differs from its setting. */
export function differingLevels(mode: SecondFactor, attribute: Attribute): string[] {
  const wanted = levelAttributes(mode);
  return LEVEL_ATTRIBUTES.filter((name) => (attribute(name) ?? '') !== (wanted[name] ?? ''));
}

/**
 * Keycloak's own clients at which users change their credentials. Where any client requires a second factor, these have its flow, so that
 * nobody replaces another's second factor by a link alone.
 */
export const CREDENTIAL_CLIENTS: readonly string[] = ['account', 'account-console', 'security-admin-console'];

/** Keycloak's console, whose setting is that of Linkgate's pages: administrators sign in to both. */
export const CONSOLE_CLIENT = 'security-admin-console';
