/** A proxy before the tests' server that records what a command requests. */
import { request } from 'node:http';
import { inject } from 'vitest';
import { serveLocally } from './local-server.ts';

/** The proxy. */
export interface CountingProxy {
  url: string;
  /** The requests since the last call that can change something, and all others, such as `PUT /admin/realms/acme`. */
  take(): { writes: string[]; reads: string[] };
  close(): Promise<void>;
}

const READS: readonly (string | undefined)[] = ['GET', 'HEAD'];

/** Starts it. */
export async function startCountingProxy(): Promise<CountingProxy> {
  const upstream = new URL(inject('site').serverUrl);
  let writes: string[] = [];
  let reads: string[] = [];
  const proxy = await serveLocally((given, response) => {
    const chunks: Buffer[] = [];
    given.on('data', (chunk: Buffer) => chunks.push(chunk));
    given.on('end', () => {
      const body = Buffer.concat(chunks);
      const { method = '', url = '' } = given;
      const isRead = READS.includes(method) || signsIn(url) || onlyChecks(url) || onlyValidates(body);
      (isRead ? reads : writes).push(`${method} ${url}`);
      const headers = { ...given.headers, host: upstream.host };
      const { hostname, port } = upstream;
      request({ hostname, port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      })
        .on('error', () => response.destroy())
        .end(body);
    });
  });
  return {
    url: proxy.url,
    take: () => {
      const taken = { writes, reads };
      [writes, reads] = [[], []];
      return taken;
    },
    close: proxy.close,
  };
}

/** The command's own sign-in as an administrator. */
function signsIn(url: string): boolean {
  return url === '/realms/master/protocol/openid-connect/token';
}

/** Whether the admin API only asks the DNS, or compares what it is sent. */
function onlyChecks(url: string): boolean {
  return /\/linkgate\/email-check(?:\/received)?$/.test(url);
}

/** Whether the admin API only validates it, and stores nothing (contract, section 4.11). */
function onlyValidates(body: Buffer): boolean {
  try {
    return (JSON.parse(body.toString('utf8')) as { dry_run?: unknown }).dry_run === true;
  } catch {
    return false;
  }
}
