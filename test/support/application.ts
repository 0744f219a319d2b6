/** An application at a redirect URI, for browsers that follow redirects. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The running application. */
export interface Application {
  redirectUri: string;
  close(): void;
}

/**
 * Starts the application.
 * @param port a free one by default
 * @param body the content of each page
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
