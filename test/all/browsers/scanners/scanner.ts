/** A mail scanner's tools: a delivered email, programs and browsers, and the sessions that these leave. */
import type { Browser, BrowserContext } from 'playwright-core';
import { Agent } from '../../../support/agent.ts';
import { openContext } from '../../../support/chromium.ts';
import { type Email, linkIn } from '../../../support/email.ts';
import { fetchFrom } from '../../../support/from-address.ts';

const SESSION_COOKIE = 'AUTH_SESSION_ID';

/** A scanner that processes one email. */
export interface Scanner {
  email: Email;
  link: string;
  /** A program with a cookie jar that sends these headers, from another address of this machine if given. */
  program(headers?: Record<string, string>, from?: string): Agent;
  /** A browser that runs scripts, with its own profile. */
  browser(): Promise<BrowserContext>;
}

/** The same, with the results of its work. */
export interface Watched extends Scanner {
  /** The identifiers of its browsers' sessions, which no other browser may have. */
  sessions(): Promise<string[]>;
  close(): Promise<void>;
}

/** The headers of a browser that opens a link, as far as scanners imitate them. */
export const LIKE_A_BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0.0.0 Safari/537.36',
} as const;

/** A scanner that has received an email. */
export function watch(browser: Browser, email: Email): Watched {
  const agents: Agent[] = [];
  const contexts: BrowserContext[] = [];
  return {
    email,
    link: linkIn(email),
    program: (headers = LIKE_A_BROWSER, from) => {
      const agent = new Agent({ ...headers }, undefined, from === undefined ? fetch : fetchFrom(from));
      agents.push(agent);
      return agent;
    },
    browser: async () => {
      const context = await openContext(browser);
      contexts.push(context);
      return context;
    },
    sessions: async () => {
      const jars = await Promise.all(contexts.map((context) => context.cookies()));
      const kept = jars.flat().filter(({ name }) => name === SESSION_COOKIE);
      return [...agents.flatMap(sessionsOf), ...kept.map(({ value }) => sessionIn(value))];
    },
    close: async () => {
      for (const context of contexts) await context.close();
    },
  };
}

/** A browser's sessions: the authentication session in progress, and the user session. */
export function sessionsOf(agent: Agent): string[] {
  const cookie = agent.cookie(SESSION_COOKIE);
  return cookie === undefined ? [] : [sessionIn(cookie)];
}

/** Keycloak's cookie contains the session's identifier with a signature, base64url. */
function sessionIn(cookie: string): string {
  return Buffer.from(cookie, 'base64url').toString().split('.')[0] ?? '';
}
