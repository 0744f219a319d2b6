/** A mail server that stores only the links that a test waits for. */
import { linkOnWire } from '../../../scripts/server/link-on-wire.ts';
import { startSmtpStub } from '../smtp-stub.ts';

const ARRIVAL_MILLIS = 30_000;

/** The link and the code of an email; empty if none arrived in time. */
export interface LinkEmail {
  link: string;
  /** Empty if the email has no code. */
  code: string;
}

/** The links that are waited for, by address. */
export class LinkBox {
  readonly #waiting = new Map<string, (message: LinkEmail) => void>();
  port = 0;
  close = (): void => {};

  /** Starts the server; calls `onEmail` with the link, the address and the code of each email; the link is empty if a code comes alone. */
  static async open(onEmail: (link: string, to: string, code: string) => void): Promise<LinkBox> {
    const box = new LinkBox();
    const stub = await startSmtpStub(
      {},
      {
        receive: (message) => {
          const to = /^To: <?([^>\r\n]+)>?/im.exec(message)?.[1] ?? '';
          const link = linkOnWire(message);
          const alone =
            link === '' ? /^(?:\d{3} \d{3} \d{3}|[2-9B-Z]{5}-[2-9B-Z]{5})(?=\r$)/m.exec(message)?.[0] : '';
          // A notice of a new device.
          if (alone === undefined) return;
          const code = alone || (/^\d{6}(?=\r$)/m.exec(message)?.[0] ?? '');
          onEmail(link, to, code);
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
