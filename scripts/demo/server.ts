/** Starts the demo: four applications that sign users in with Linkgate (architecture, section 7). */
import type { RunFile } from '../run-file.ts';
import { createApp } from './app.ts';
import { LOOPBACK_ADDRESSES, listen } from './listen.ts';

/**
 * Listens on this machine's loopback addresses, or on the given ones. Linkgate may start later: the demo connects to it at the first sign-in.
 *
 * Throws `EADDRINUSE` if the port is in use.
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
