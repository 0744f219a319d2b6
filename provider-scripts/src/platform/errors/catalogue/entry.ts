/** An entry of the catalogue. */
import type { AdminRejectionId } from './admin-rejections.ts';
import type { ErrorCode } from './codes.ts';

/** One error. Its text follows the name of the parameter at fault, if any; the default is the code's text. */
export interface CatalogueEntry {
  /** Defaults to `ValidationError`. */
  code?: ErrorCode;
  /** Defaults to the code's. */
  status?: number;
  /** The id that the admin API reports; defaults to that of the code. */
  id?: AdminRejectionId;
  /** Public, in English, with its values in braces. */
  text?: string;
}
