/** A mail server that keeps nothing but who waits for a link. */
import { linkOnWire } from '../../../scripts/server/link-on-wire.ts';
import { startSmtpStub } from '../smtp-stub.ts';

const ARRIVAL_MILLIS = 30_000;

/** What an email brings; empty texts where none came in time. */
export interface LinkEmail {
  link: string;
  /** Empty where none is sent with the link. */
  code: string;
}

/** The links that are waited for, by address. */
export class LinkBox {
  readonly #waiting = new Map<string, (message: LinkEmail) => void>();
  port = 0;
  close = (): void => {};

  /** Starts the server; `heard` is told each link that comes, with the address and the code. */
  static async open(heard: (link: string, to: string, code: string) => void): Promise<LinkBox> {
    const box = new LinkBox();
    const stub = await startSmtpStub(
      {},
      {
        take: (message) => {
          const to = /^To: <?([^>\r\n]+)>?/im.exec(message)?.[1] ?? '';
          const link = linkOnWire(message);
          const code = /^\d{6}(?=\r$)/m.exec(message)?.[0] ?? '';
          heard(link, to, code);
          box.#waiting.get(to)?.({ link, code });
          box.#waiting.delete(to);
        },
      },
    );
    box.port = stub.port;
    box.close = stub.close;
    return box;
  }

  /** Waits for the next email to an address; call it before the email is sent. */
  async next(email: string): Promise<LinkEmail> {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(email);
        resolve({ link: '', code: '' });
      }, ARRIVAL_MILLIS);
      this.#waiting.set(email, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
    });
  }
}
