/** Client attributes that say who registered a client, and when. */

/** The attributes: Unix seconds, and the user's identifier. */
export const REGISTERED_AT_ATTRIBUTE = 'linkgate.registered-at';
export const REGISTERED_BY_ATTRIBUTE = 'linkgate.registered-by';
