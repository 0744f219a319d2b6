/** What the catalogue has of an error. */
import type { AdminRejectionId } from './admin-rejections.ts';
import type { ErrorCode } from './codes.ts';

/** One error. Its text stands behind the parameter's name if a parameter is at fault, and is the code's own if there is none here. */
export interface CatalogueEntry {
  /** If not `ValidationError`. */
  code?: ErrorCode;
  /** If not the code's. */
  status?: number;
  /** What the admin API reports, if not what it reports of the code. */
  id?: AdminRejectionId;
  /** Public, in English, with its values in braces. */
  text?: string;
}
