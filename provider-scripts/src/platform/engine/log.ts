/** The scripts' log. Never log an address, a token or a secret. */
import { inOneLine } from './one-line.ts';

const LOGGER = Java.type('org.jboss.logging.Logger').getLogger('org.linkgate');

/** Each call writes one line, even if a client's own text is part of it. */
export const log = {
  warn(text: string): void {
    LOGGER.warn(inOneLine(text));
  },
  error(text: string): void {
    LOGGER.error(inOneLine(text));
  },
};
