/** Redirect URIs are listed individually, and codes aren't sent in the clear. */
import type { Check } from '../../probe/check.ts';
import { expectOfClients } from '../../probe/clients.ts';

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

export const CLIENT_REDIRECT_URIS: Check = {
  name: 'client-redirect-uris',
  proves: 'contract 5',
  needs: ['admin'],
  fix: 'the client’s Settings tab, Valid redirect URIs: the exact addresses, https or an app’s own scheme, without *; Web origins likewise',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.signInClients(), ({ redirectUris = [], webOrigins = [] }) => [
      ...(redirectUris.length === 0 ? ['has no redirect URI'] : []),
      ...redirectUris.filter((uri) => uri.includes('*')).map((uri) => `redirect URI ${uri} has a wildcard`),
      ...redirectUris
        .filter((uri) => uri.startsWith('http:') && !uri.includes('*') && !LOOPBACK.test(uri))
        .map((uri) => `redirect URI ${uri} is http`),
      ...webOrigins.filter((origin) => origin === '*').map(() => 'web origin * allows every page'),
    ]);
  },
};
