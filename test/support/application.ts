/** An application that people arrive at, where a browser is sent on without a page between: such redirects can't be caught. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where it runs, and how it ends. */
export interface Application {
  redirectUri: string;
  close(): void;
}

/** Starts one that says `Arrived`. */
export async function startApplication(): Promise<Application> {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<h1>Arrived</h1>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
