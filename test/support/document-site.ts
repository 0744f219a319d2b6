/** A web site on this machine with client ID metadata documents; the installation's server trusts its certificate. */
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mailCertificate } from './mail-certificate.ts';

/** A response; never sent if it is null. */
type DocumentResponse = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** What happens before the response is sent. */
  meanwhile?: () => Promise<unknown>;
} | null;

export interface DocumentSite {
  origin: string;
  port: number;
  /** The paths that were requested, in order; and with the requests' headers. */
  requested: string[];
  received: { path: string; headers: IncomingHttpHeaders }[];
  /** Sets the response at a path. */
  serve(path: string, response: DocumentResponse): void;
  /** Serves a document of a client at a path, as JSON; returns the client's ID. */
  publish(path: string, members?: Record<string, unknown>, meanwhile?: () => Promise<unknown>): string;
  close(): Promise<void>;
}

export async function openDocumentSite(): Promise<DocumentSite> {
  const responses = new Map<string, DocumentResponse>();
  const requested: string[] = [];
  const received: DocumentSite['received'] = [];
  const server: Server = createServer(await mailCertificate(), async (request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    received.push({ path, headers: request.headers });
    const given = responses.get(path);
    if (given === null) return;
    const { status = 200, headers = {}, body = '', meanwhile } = given ?? { status: 404 };
    await meanwhile?.();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `https://localhost:${port}`;
  const serve = (path: string, response: DocumentResponse) => {
    responses.set(path, response);
  };
  return {
    origin,
    port,
    requested,
    received,
    serve,
    publish(path, members = {}, meanwhile = async () => {}) {
      const clientId = `${origin}${path}`;
      const document = {
        client_id: clientId,
        client_name: 'Agent',
        redirect_uris: [`${origin}/callback`],
        token_endpoint_auth_method: 'none',
        ...members,
      };
      const headers = { 'cache-control': 'max-age=600' };
      serve(path, { headers, body: JSON.stringify(document), meanwhile });
      return clientId;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
