/** A mail server that keeps nothing but who waits for a link. */
import { linkOnWire } from '../../../scripts/server/link-on-wire.ts';
import { startSmtpStub } from '../smtp-stub.ts';

const ARRIVAL_MILLIS = 30_000;

/** The links that are waited for, by address. */
export class LinkBox {
  readonly #waiting = new Map<string, (link: string) => void>();
  port = 0;
  close = (): void => {};

  /** Starts the server. */
  static async open(): Promise<LinkBox> {
    const box = new LinkBox();
    const stub = await startSmtpStub(
      {},
      {
        take: (message) => {
          const to = /^To: <?([^>\r\n]+)>?/im.exec(message)?.[1] ?? '';
          box.#waiting.get(to)?.(linkOnWire(message));
          box.#waiting.delete(to);
        },
      },
    );
    box.port = stub.port;
    box.close = stub.close;
    return box;
  }

  /** The next link to an address: ask before it is sent. Empty when none comes within 20 seconds. */
  async next(email: string): Promise<string> {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(email);
        resolve('');
      }, ARRIVAL_MILLIS);
      this.#waiting.set(email, (link) => {
        clearTimeout(timer);
        resolve(link);
      });
    });
  }
}
