/** Starts the demo: four applications that let Linkgate sign users in (architecture, section 7). */
import type { RunFile } from '../run-file.ts';
import { createApp } from './app.ts';
import { LOOPBACK_ADDRESSES, listen } from './listen.ts';

/**
 * Listens on this machine's loopback addresses, or on the given ones. The identity provider may start later: it is first queried at a sign-in.
 *
 * Errors: `listen` throws `EADDRINUSE` for a port in use.
 */
export async function startDemo({
  port,
  run,
  addresses = LOOPBACK_ADDRESSES,
}: {
  port: number;
  run: RunFile;
  addresses?: readonly string[];
}): Promise<{ url: string; close(): Promise<void> }> {
  const close = await listen(await createApp({ port, run }), port, addresses);
  return { url: `http://localhost:${port}`, close };
}
