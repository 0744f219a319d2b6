/** An application at a redirect URI, for browsers that follow redirects. */
import { serveLocally } from './local-server.ts';

/** The running application. */
export interface Application {
  redirectUri: string;
  close(): Promise<void>;
}

/**
 * Starts the application.
 * @param port a free one by default
 * @param body the content of each page
 */
export async function startApplication({
  port = 0,
  body = () => '<h1>Arrived</h1>',
}: {
  port?: number;
  body?: () => string;
} = {}): Promise<Application> {
  const { url, close } = await serveLocally(
    (_, response) => response.setHeader('content-type', 'text/html').end(body()),
    port,
  );
  return { redirectUri: `${url}/callback`, close };
}
