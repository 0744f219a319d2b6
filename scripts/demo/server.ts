/** Starts the demo: three applications that let Linkgate sign people in (design, section 4). */
import type { RunFile } from '../run-file.ts';
import { createApp } from './app.ts';
import { listenOnLoopback } from './listen.ts';

/**
 * Listens on this machine's loopback addresses. The identity provider may start later: it is asked when somebody signs in first.
 *
 * Errors: what `listen` throws for a port that is taken (`EADDRINUSE`).
 */
export async function startDemo({
  port,
  run,
}: {
  port: number;
  run: RunFile;
}): Promise<{ url: string; close(): Promise<void> }> {
  const close = await listenOnLoopback(await createApp({ port, run }), port);
  return { url: `http://localhost:${port}`, close };
}
