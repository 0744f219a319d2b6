/** Finds a browser's session by its cookie. */
import type { Request, Response } from 'express';
import { readCookie } from '../session/cookie.ts';
import { type Session, SessionStore } from './session-store.ts';

export class BrowserSessions {
  readonly #store = new SessionStore();
  readonly #cookieName: string;

  /** Cookies are shared by all ports of a host, so each demo's cookie has its own name. */
  constructor(port: number) {
    this.#cookieName = `linkgate_demo_${port}`;
  }

  find(request: Request): Session | undefined {
    return this.#store.find(this.#readId(request));
  }

  findOrCreate(request: Request, response: Response): Session {
    const known = this.find(request);
    if (known) return known;
    const { id, session } = this.#store.create();
    this.#writeId(response, id);
    return session;
  }

  /** Gives the session a new id at sign-in, which prevents session fixation. */
  renew(request: Request, response: Response): void {
    const id = this.#readId(request);
    const renewed = id === undefined ? undefined : this.#store.renew(id);
    if (renewed !== undefined) this.#writeId(response, renewed);
  }

  #readId(request: Request): string | undefined {
    return readCookie(request.headers.cookie, this.#cookieName);
  }

  #writeId(response: Response, id: string): void {
    response.cookie(this.#cookieName, id, { httpOnly: true, sameSite: 'lax', path: '/' });
  }
}
