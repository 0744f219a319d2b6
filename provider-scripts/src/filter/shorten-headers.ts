/** Shortens a response's cookie headers (`cookie-lines.ts`), which a JAX-RS response filter doesn't see. */
import { shortenedLines } from './cookie-lines.ts';

const CurrentRequestManager = Java.type('org.jboss.resteasy.reactive.server.core.CurrentRequestManager');

const NAME = 'Set-Cookie';

/** A `java.lang.Iterable` of the headers; TypeScript has a type of the same name. */
interface Headers {
  iterator(): { hasNext(): boolean; next(): { getKey(): string; getValue(): string } };
}

/** Replaces the `Set-Cookie` lines. */
export function shortenHeaders(): void {
  const response = CurrentRequestManager.get()?.serverResponse() ?? null;
  if (response === null) return;
  const lines: string[] = [];
  const headers = (response.getAllResponseHeaders() as unknown as Headers).iterator();
  while (headers.hasNext()) {
    const header = headers.next();
    if (header.getKey().toLowerCase() === 'set-cookie') lines.push(header.getValue());
  }
  const shortened = shortenedLines(lines);
  if (shortened.join('\n') === lines.join('\n')) return;
  response.removeResponseHeader(NAME);
  for (const line of shortened) response.addResponseHeader(NAME, line);
}
