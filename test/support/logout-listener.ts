/** A relying party that is told when somebody signs out (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE_MILLIS } from './patience.ts';

const POLL_MILLIS = 50;

/** Where it listens, and what it was told. */
export interface LogoutListener {
  url: string;
  /** The logout tokens that came, waited for until there are so many. */
  tokens(count: number): Promise<string[]>;
  /** What came so far. */
  received: readonly string[];
  close(): Promise<void>;
}

/** Starts to listen; no answer leaves before `released`. */
export async function listenForLogout(released: Promise<void> = Promise.resolve()): Promise<LogoutListener> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(new URLSearchParams(await text(request)).get('logout_token') ?? '');
    await released;
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/logout`,
    received,
    tokens: async (count) => {
      for (const end = Date.now() + PATIENCE_MILLIS; Date.now() < end; await wait(POLL_MILLIS))
        if (received.length >= count) return received;
      throw new Error(`${received.length} logout tokens came, not ${count}`);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
