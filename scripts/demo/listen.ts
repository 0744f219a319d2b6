/** Listens on several addresses at one port. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

/** All addresses of `localhost`. */
export const LOOPBACK_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];
/** Error codes on a machine without IPv6. */
const NO_SUCH_ADDRESS: ReadonlySet<unknown> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Returns a function that closes the servers and their open connections. Throws the errors of `listen`, after closing all servers. */
export async function listen(
  handler: RequestListener,
  port: number,
  addresses: readonly string[],
): Promise<() => Promise<void>> {
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(servers.map(closeServer));
  };
  for (const host of addresses) {
    const server = createServer(handler).listen(port, host);
    try {
      await once(server, 'listening');
      servers.push(server);
    } catch (error) {
      if (isMissingAddress(error)) continue;
      await close();
      throw error;
    }
  }
  return close;
}

function isMissingAddress(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_SUCH_ADDRESS.has(error.code);
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
