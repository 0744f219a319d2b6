/** Browser tests' navigations: each begins when the one before has ended. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { CHROMIUM, openChromium, openContext, visit } from './chromium.ts';

test.skipIf(CHROMIUM === undefined && !process.env.CI)(
  'a visit waits for the page that a link leads to',
  async () => {
    const held = Promise.withResolvers<ServerResponse>();
    const html = (body: string) => `<!doctype html><html lang="en"><title>Page</title>${body}</html>`;
    const server = createServer(({ url }, response) => {
      response.setHeader('content-type', 'text/html');
      if (url === '/held') held.resolve(response);
      else response.end(html('<a href="/held">Next</a>'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = await openChromium();
    const page = await (await openContext(browser)).newPage();
    const seen: string[] = [];
    page.on('framenavigated', (frame) => seen.push(frame.url().slice(at.length)));
    await visit(page, `${at}/first`);
    await page.click('a', { noWaitAfter: true });
    const response = await held.promise;
    const visited = visit(page, `${at}/last`);
    response.end(html('Here'));
    await visited;
    expect(seen).toEqual(['/first', '/held', '/last']);
    await browser.close();
    server.close();
  },
);
