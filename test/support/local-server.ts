/** HTTP servers of tests on this machine. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running server. */
export interface LocalServer {
  port: number;
  url: string;
  /** Closes it and its connections. */
  close(): Promise<void>;
}

/** Starts one, at a free port by default. */
export async function serveLocally(handle: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    port: own,
    url: `http://127.0.0.1:${own}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
