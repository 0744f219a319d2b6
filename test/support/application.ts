/** An application that users arrive at: where a redirect leads, a browser really asks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where it runs, and how it ends. */
export interface Application {
  redirectUri: string;
  close(): void;
}

/**
 * Starts one.
 * @param port a free one by default
 * @param body what each of its pages says
 */
export async function startApplication({
  port = 0,
  body = () => '<h1>Arrived</h1>',
}: {
  port?: number;
  body?: () => string;
} = {}): Promise<Application> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body()));
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
