/** An application made with keycloak-js, which stores its tokens in the browser and renews them when it is opened. */
import Keycloak, { type KeycloakInitOptions } from 'keycloak-js';
import { onClick, setting, show } from './page.ts';

type Tokens = Pick<KeycloakInitOptions, 'token' | 'refreshToken' | 'idToken'>;

const STORED = 'tokens';
const stored = localStorage.getItem(STORED);
const [url = '', realm = ''] = setting.issuer.split('/realms/');
const keycloak = new Keycloak({ url, realm, clientId: setting.client_id });

try {
  await keycloak.init({
    ...(stored === null ? {} : (JSON.parse(stored) as Tokens)),
    scope: 'openid email',
    redirectUri: `${setting.url}/`,
    checkLoginIframe: false,
  });
  const { token, refreshToken, idToken } = keycloak;
  if (token !== undefined) localStorage.setItem(STORED, JSON.stringify({ token, refreshToken, idToken }));
  show({ accessToken: token });
} catch (error) {
  localStorage.removeItem(STORED);
  show({ reason: await reasonOf(error) });
}

onClick('sign-in', () => keycloak.login());
onClick('sign-out', async () => {
  localStorage.removeItem(STORED);
  await keycloak.logout({ redirectUri: `${setting.url}/signed-out` });
});

/** The library throws the server's response with the error. */
async function reasonOf(error: unknown): Promise<string> {
  const { response } = error as { response?: Response };
  return response === undefined ? String(error) : ((await response.json()) as { error: string }).error;
}
