/** Loads the server's metadata by discovery. */
import {
  allowInsecureRequests,
  ClientSecretPost,
  type Configuration,
  type DiscoveryRequestOptions,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { RunClient } from '../../run-file.ts';

const REQUEST_SECONDS = 10;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns a function that loads the metadata on its first call and caches it: the server may start later than the demo.
 * The function throws the errors of openid-client's `discovery`. ID tokens are accepted only with a valid signature.
 */
export function lazyConfiguration(baseUrl: string, client: RunClient): () => Promise<Configuration> {
  let cached: Promise<Configuration> | undefined;
  return () => {
    cached ??= discover(new URL(baseUrl), client).catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}

function discover(server: URL, { client_id, client_secret }: RunClient): Promise<Configuration> {
  const execute: DiscoveryRequestOptions['execute'] = [enableNonRepudiationChecks];
  if (server.protocol === 'http:' && LOOPBACK_HOSTS.has(server.hostname)) execute.push(allowInsecureRequests);
  return discovery(server, client_id, undefined, ClientSecretPost(client_secret), {
    execute,
    timeout: REQUEST_SECONDS,
  });
}
