/** A sample MCP server: a protected resource (RFC 9728) with one tool. */
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express, { type Router } from 'express';
import { accessTokenVerifier } from './access-token.ts';

/** The server's path, and that of its metadata (RFC 9728, section 3.1). */
const PATH = '/mcp';
const METADATA_PATH = `/.well-known/oauth-protected-resource${PATH}`;

/** Where it is, who issues its tokens, and the API scope that a token needs. */
export interface McpOptions {
  origin: string;
  issuer: string;
  scope: string;
}

/** The audience of its tokens. */
export function mcpResource(origin: string): string {
  return `${origin}${PATH}`;
}

/** The routes. A client without a token learns from the response where to get one. */
export function mcpRoutes({ origin, issuer, scope }: McpOptions): Router {
  const resource = mcpResource(origin);
  const router = express.Router();
  router.get(METADATA_PATH, (_request, response) => {
    response.set('Access-Control-Allow-Origin', '*').json({
      resource,
      authorization_servers: [issuer],
      scopes_supported: [scope],
      bearer_methods_supported: ['header'],
      resource_name: 'Demo MCP server',
    });
  });
  const authorized = requireBearerAuth({
    verifier: accessTokenVerifier(issuer, resource),
    requiredScopes: [scope],
    resourceMetadataUrl: `${origin}${METADATA_PATH}`,
  });
  router.post(PATH, authorized, express.json(), async (request, response) => {
    // Without sessions: each request has a server of its own.
    const transport = new StreamableHTTPServerTransport({});
    response.on('close', () => void transport.close());
    await demoServer().connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  router.all(PATH, authorized, (_request, response) => {
    response.status(405).set('Allow', 'POST').end();
  });
  return router;
}

function demoServer(): McpServer {
  const server = new McpServer({ name: 'demo', version: '1.0.0' });
  server.registerTool('whoami', { description: 'Returns for whom you act' }, ({ authInfo }) => ({
    content: [{ type: 'text', text: `${authInfo?.extra?.sub} through ${authInfo?.clientId}` }],
  }));
  return server;
}
