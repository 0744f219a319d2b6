/** An application behind oauth2-proxy, which stores the tokens in an encrypted cookie. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Agent } from '../../../support/agent.ts';
import { generatedOnce } from '../../../support/generated-once.ts';
import { newBrowser, signInAt } from '../../../support/relying-party/browsing.ts';
import { startProgram } from '../../../support/relying-party/program.ts';
import type { Running, Setting } from '../../../support/relying-party/relying-party.ts';
import type { StayingParty, Stored } from '../../../support/relying-party/staying-party.ts';
import { goOidc } from '../go-oidc/go.ts';
import { goClockAheadBy, installWithShiftedClock } from './shifted-go.ts';

const MODULE = 'github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6';
const SOURCES = ['oauth2-proxy.ts', 'shifted-go.ts'].map((name) => path.join(import.meta.dirname, name));
const COOKIE = '_oauth2_proxy';

const built = () =>
  generatedOnce('oauth2-proxy', SOURCES, (folder) => installWithShiftedClock(MODULE, folder));

/** As its documentation recommends: it renews as soon as the access token, which is valid for an hour, has expired. */
function argumentsOf({ issuer, client, url }: Setting, cookieSecret: string): string[] {
  return [
    '--provider=oidc',
    `--oidc-issuer-url=${issuer}`,
    `--client-id=${client.client_id}`,
    `--client-secret=${client.client_secret}`,
    `--redirect-url=${url}/oauth2/callback`,
    `--http-address=127.0.0.1:${new URL(url).port}`,
    `--backend-logout-url=${issuer}/protocol/openid-connect/logout?id_token_hint={id_token}`,
    '--scope=openid email',
    '--code-challenge-method=S256',
    '--email-domain=*',
    '--skip-provider-button',
    `--cookie-name=${COOKIE}`,
    `--cookie-secret=${cookieSecret}`,
    '--cookie-secure=false',
    '--cookie-expire=960h',
    '--cookie-refresh=1h',
    '--set-xauthrequest',
    '--pass-access-token',
    '--upstream=static://200',
    '--skip-auth-route=^/signed-out$',
  ];
}

/** Renews at any request whose access token has expired. */
function storedIn(agent: Agent, url: string): Stored {
  return {
    renew: async () => {
      const { status, headers, text } = await agent.open(`${url}/oauth2/auth`);
      if (status === 401) return undefined;
      if (status !== 202) throw new Error(`${status}: ${text}`);
      return headers.get('x-auth-request-access-token') ?? undefined;
    },
  };
}

export const oauth2Proxy: StayingParty = {
  name: 'oauth2-proxy',
  needs: goOidc.needs,
  isHere: goOidc.isHere,
  install: async () => {
    await built();
  },
  fields: (url) => ({ redirectUris: [`${url}/oauth2/callback`] }),
  start: async (setting) => {
    const { url } = setting;
    const cookieSecret = randomBytes(16).toString('hex');
    const startAhead = async (seconds: number): Promise<Running> =>
      await startProgram({
        command: path.join(await built(), 'oauth2-proxy'),
        args: argumentsOf(setting, cookieSecret),
        env: goClockAheadBy(seconds),
        url,
        name: 'oauth2-proxy',
      });
    let running = await startAhead(0);
    return {
      signIn: async (email) => {
        const agent = newBrowser();
        await signInAt(`${url}/`, agent, email);
        return {
          ...storedIn(agent, url),
          copy: async () =>
            storedIn(
              newBrowser(
                Object.fromEntries(Object.entries(agent.cookies).filter(([name]) => name.startsWith(COOKIE))),
              ),
              url,
            ),
          signOut: async () => void (await agent.open(`${url}/oauth2/sign_out?rd=/signed-out`)),
        };
      },
      // Its users' cookies outlive it.
      shiftClock: async (seconds) => {
        await running.stop();
        running = await startAhead(seconds);
      },
      stop: async () => await running.stop(),
    };
  },
};
