/** Keeps the headers of a response short: see `cookie-lines.ts`. A response filter doesn't see cookies among the headers. */
import { shortenedLines } from './cookie-lines.ts';

const CurrentRequestManager = Java.type('org.jboss.resteasy.reactive.server.core.CurrentRequestManager');

const NAME = 'Set-Cookie';

/** `java.lang.Iterable`, which has a namesake in TypeScript, of the headers. */
interface Headers {
  iterator(): { hasNext(): boolean; next(): { getKey(): string; getValue(): string } };
}

/** Replaces the lines of cookies that are set. */
export function shortenHeaders(): void {
  const response = CurrentRequestManager.get()?.serverResponse() ?? null;
  if (response === null) return;
  const lines: string[] = [];
  const headers = (response.getAllResponseHeaders() as unknown as Headers).iterator();
  while (headers.hasNext()) {
    const header = headers.next();
    if (header.getKey().toLowerCase() === 'set-cookie') lines.push(header.getValue());
  }
  const kept = shortenedLines(lines);
  if (kept.join('\n') === lines.join('\n')) return;
  response.removeResponseHeader(NAME);
  for (const line of kept) response.addResponseHeader(NAME, line);
}
