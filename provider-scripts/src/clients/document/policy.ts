/** Whether a realm accepts clients that name themselves by a client ID metadata document. */

/** The realm's attribute. */
export const DOCUMENTS_ATTRIBUTE = 'linkgate.client-documents';

/**
 * `off`: a client ID that is a URL is an unknown client; `trusted`: documents of trusted domains are fetched; `approval`: any other's, too, and
 * their clients wait for approval.
 */
export const DOCUMENT_MODES = ['off', 'trusted', 'approval'] as const;
export type DocumentMode = (typeof DOCUMENT_MODES)[number];

/** Reads the attribute; an unknown value counts as `off`. */
export function readDocumentMode(attribute: unknown): DocumentMode {
  return DOCUMENT_MODES.find((mode) => mode === attribute) ?? 'off';
}
