/** Detects commits in a client's messages to PostgreSQL (its documentation, "Frontend/Backend Protocol", version 3). */

const LENGTH_BYTES = 4;
/** The code of a start-up message; earlier ones request encryption, which the server declines. */
const VERSION_3 = 196_608;

/** Parses one connection's messages from its start. */
export class CommitWatch {
  #rest: Buffer = Buffer.alloc(0);
  #isUnderWay = false;
  /** Prepared statements by name: drivers send frequently used statements once. */
  readonly #texts = new Map<string, string>();

  /** Whether a commit is among the messages that end in these bytes. */
  sees(bytes: Buffer): boolean {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    let commits = false;
    for (;;) {
      const typeBytes = this.#isUnderWay ? 1 : 0;
      if (this.#rest.length < typeBytes + LENGTH_BYTES) return commits;
      const size = typeBytes + this.#rest.readInt32BE(typeBytes);
      if (this.#rest.length < size) return commits;
      const body = this.#rest.subarray(typeBytes + LENGTH_BYTES, size);
      if (this.#isUnderWay) commits = this.#commits(String.fromCharCode(this.#rest[0] ?? 0), body) || commits;
      else this.#isUnderWay = body.readInt32BE(0) === VERSION_3;
      this.#rest = this.#rest.subarray(size);
    }
  }

  #commits(type: string, body: Buffer): boolean {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    if (type === 'P') this.#texts.set(first, second);
    const text = type === 'Q' ? first : type === 'B' ? this.#texts.get(second) : undefined;
    return /^\s*COMMIT\b/i.test(text ?? '');
  }
}
