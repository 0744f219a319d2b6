/** The application made with Spring Security, which stores the tokens in its memory. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Agent } from '../../../support/agent.ts';
import { clockShiftedByFile } from '../../../support/clock.ts';
import { partPath } from '../../../support/part.ts';
import { arrive, newBrowser, signInAt, targetOf } from '../../../support/relying-party/browsing.ts';
import type { Setting } from '../../../support/relying-party/relying-party.ts';
import type { StayingParty, Stored } from '../../../support/relying-party/staying-party.ts';
import { refresh } from '../../../support/staying-client.ts';
import { springSecurity as relyingParty } from '../spring-security/maven.ts';

/** The user's tokens, renewed if necessary; undefined once the server has rejected that, or the user is signed out. */
async function tokensOf(agent: Agent, url: string) {
  const accept = 'text/html, application/json';
  const { status, headers, text } = await agent.open(`${url}/tokens`, { headers: { accept } });
  if ((status === 401 && text === 'invalid_grant') || headers.has('location')) return undefined;
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as { access_token: string; refresh_token: string };
}

/** The program has no second copy: the refresh token itself. */
function copyOf(token: string, client: Setting['client']): Stored {
  return {
    renew: async () => {
      const response = await refresh(token, { ...client, redirect_uri: '' });
      const body = (await response.json()) as { access_token?: string; error?: string };
      if (response.ok || body.error === 'invalid_grant') return body.access_token;
      throw new Error(`${response.status}: ${body.error}`);
    },
  };
}

export const springSecurity: StayingParty = {
  ...relyingParty,
  fields: (url) => ({ redirectUris: [`${url}${relyingParty.callback}`] }),
  start: async (setting) => {
    const { url, client } = setting;
    const clock = partPath('relying-parties', 'spring-security-clock');
    const shiftClock = async (seconds: number) => await writeFile(clock, `+${seconds}s`);
    await mkdir(path.dirname(clock), { recursive: true });
    await shiftClock(0);
    const { stop } = await relyingParty.start({ ...setting, env: await clockShiftedByFile(clock) });
    return {
      signIn: async (email) => {
        const agent = newBrowser();
        await signInAt(`${url}/`, agent, email);
        return {
          renew: async () => (await tokensOf(agent, url))?.access_token,
          copy: async () => copyOf((await tokensOf(agent, url))?.refresh_token ?? '', client),
          signOut: async () => {
            await arrive(agent, targetOf(await relyingParty.signOut(agent, url)).href);
          },
        };
      },
      shiftClock,
      stop,
    };
  },
};
