/** An application made with oidc-client-ts, which stores its tokens in the browser and renews them when it is opened. */
import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { onClick, setting, show } from './page.ts';

const manager = new UserManager({
  authority: setting.issuer,
  client_id: setting.client_id,
  redirect_uri: `${setting.url}/`,
  post_logout_redirect_uri: `${setting.url}/signed-out`,
  scope: 'openid email',
  userStore: new WebStorageStateStore({ store: localStorage }),
  automaticSilentRenew: false,
});

try {
  show({ accessToken: (await currentUser())?.access_token });
} catch (error) {
  await manager.removeUser();
  show({ reason: error instanceof ErrorResponse ? (error.error ?? '') : String(error) });
}

onClick('sign-in', () => manager.signinRedirect());
onClick('sign-out', () => manager.signoutRedirect());

async function currentUser(): Promise<User | null | undefined> {
  if (new URLSearchParams(location.search).has('code')) {
    const user = await manager.signinCallback();
    history.replaceState(null, '', '/');
    return user;
  }
  return (await manager.getUser()) === null ? null : await manager.signinSilent();
}
