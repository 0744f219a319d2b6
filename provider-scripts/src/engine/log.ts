/** The scripts' log. Never give it an address, a token or a secret. */
export const log = Java.type('org.jboss.logging.Logger').getLogger('org.linkgate');
