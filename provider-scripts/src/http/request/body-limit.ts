/** The maximum size of a request body; the host collects bodies up to this size before a request is given a worker thread. */
export const MAX_BODY_BYTES = 65_536;
