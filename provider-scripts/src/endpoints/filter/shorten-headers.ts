/** Shortens a response's cookie headers (`cookie-lines.ts`), which a JAX-RS response filter doesn't see. */
import { shortenedLines } from './cookie-lines.ts';

const HeaderLines = Java.type('org.linkgate.host.HeaderLines');

const NAME = 'Set-Cookie';

/** Replaces the `Set-Cookie` lines. */
export function shortenHeaders(): void {
  const lines: string[] = [];
  for (const line of HeaderLines.of(NAME)) lines.push(line);
  if (lines.length === 0) return;
  const shortened = shortenedLines(lines);
  if (shortened.join('\n') !== lines.join('\n')) HeaderLines.replace(NAME, shortened);
}
