/** Recognises browsers by their session cookie. */
import type { Request, Response } from 'express';
import { readCookie } from '../session/cookie.ts';
import { type Session, Sessions } from './sessions.ts';

export class Visitors {
  readonly #sessions = new Sessions();
  readonly #cookieName: string;

  /** Browsers don't tell ports apart in cookies: each demo of a machine needs its own name. */
  constructor(port: number) {
    this.#cookieName = `linkgate_demo_${port}`;
  }

  find(request: Request): Session | undefined {
    return this.#sessions.find(this.#readId(request));
  }

  findOrBegin(request: Request, response: Response): Session {
    const known = this.find(request);
    if (known) return known;
    const { id, session } = this.#sessions.create();
    this.#writeId(response, id);
    return session;
  }

  /** Gives the session a new id at sign-in, which prevents session fixation. */
  renew(request: Request, response: Response): void {
    const id = this.#readId(request);
    const renewed = id === undefined ? undefined : this.#sessions.renew(id);
    if (renewed !== undefined) this.#writeId(response, renewed);
  }

  #readId(request: Request): string | undefined {
    return readCookie(request.headers.cookie, this.#cookieName);
  }

  #writeId(response: Response, id: string): void {
    response.cookie(this.#cookieName, id, { httpOnly: true, sameSite: 'lax', path: '/' });
  }
}
