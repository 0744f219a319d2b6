/** The size of a response's head, as proxies count it. */

/** The bytes of the status line and of all header lines, with their line ends. */
export function headerBytes({ status, headers }: { status: number; headers: Headers }): number {
  const lines = [`HTTP/1.1 ${status} Temporary Redirect`];
  for (const [name, value] of headers) if (name !== 'set-cookie') lines.push(`${name}: ${value}`);
  for (const line of headers.getSetCookie()) lines.push(`set-cookie: ${line}`);
  return Buffer.byteLength(`${lines.join('\r\n')}\r\n\r\n`);
}
