/** How large a request body may be; the host collects bodies up to this size before a request gets a worker thread. */
export const MAX_BODY_BYTES = 65_536;
