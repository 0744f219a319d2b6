/** Shortens a response's cookie headers (`cookie-lines.ts`), which a JAX-RS response filter doesn't see. */
import type { JavaList } from 'keycloak';
import { shortenedLines } from './cookie-lines.ts';

const CurrentRequestManager = Java.type('org.jboss.resteasy.reactive.server.core.CurrentRequestManager');

const NAME = 'Set-Cookie';

/** The server's own class of headers, which Keycloak's interface hides. */
interface Headers {
  getAll(name: string): JavaList<string>;
}

/** Replaces the `Set-Cookie` lines. */
export function shortenHeaders(): void {
  const response = CurrentRequestManager.get()?.serverResponse() ?? null;
  if (response === null) return;
  const lines: string[] = [];
  for (const line of (response.getAllResponseHeaders() as unknown as Headers).getAll(NAME)) lines.push(line);
  if (lines.length === 0) return;
  const shortened = shortenedLines(lines);
  if (shortened.join('\n') === lines.join('\n')) return;
  response.removeResponseHeader(NAME);
  for (const line of shortened) response.addResponseHeader(NAME, line);
}
