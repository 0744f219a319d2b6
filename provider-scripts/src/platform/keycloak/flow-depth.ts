/** How deep the flows of a realm are read. */

/** Below it, sub-flows count as empty: a flow in itself would go on for ever, and a stack overflow can't be caught. */
export const MAX_FLOW_DEPTH = 10;
