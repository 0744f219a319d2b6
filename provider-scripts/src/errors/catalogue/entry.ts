/** An entry of the catalogue. */
import type { AdminRejectionId } from './admin-rejections.ts';
import type { ErrorCode } from './codes.ts';

/** One error. Its text follows the name of the parameter at fault, if any; the default is the code's text. */
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
