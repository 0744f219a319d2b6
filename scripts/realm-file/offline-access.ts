/**
 * Keycloak's scope for offline tokens with its role, as every new realm has them. An import without them creates them, and offers
 * the scope to every new client; with them the scope exists and no client has it.
 */

const NAME = 'offline_access';

export const OFFLINE_ACCESS = {
  role: { name: NAME, description: `\${role_offline-access}` },
  scope: {
    name: NAME,
    description: 'OpenID Connect built-in scope: offline_access',
    protocol: 'openid-connect',
    attributes: {
      'consent.screen.text': `\${offlineAccessScopeConsentText}`,
      'display.on.consent.screen': 'true',
    },
  },
  mapping: { clientScope: NAME, roles: [NAME] },
} as const;
