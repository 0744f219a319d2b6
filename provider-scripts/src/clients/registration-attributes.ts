/** Client attributes that say who registered a client, and when. */

/** The attributes: Unix seconds, and the user's identifier. */
export const REGISTERED_AT_ATTRIBUTE = 'linkgate.registered-at';
export const REGISTERED_BY_ATTRIBUTE = 'linkgate.registered-by';

/** Of a client that a client ID metadata document describes: until when the document counts, in Unix seconds. */
export const DOCUMENT_EXPIRES_ATTRIBUTE = 'linkgate.document-expires-at';
