/** The products whose files can be imported. */
import { AUTH0 } from './auth0.ts';
import { CLERK } from './clerk.ts';
import { COGNITO } from './cognito.ts';
import { FIREBASE } from './firebase.ts';
import type { Format } from './format.ts';
import { OWN } from './own.ts';
import { SUPABASE } from './supabase.ts';

export const FORMATS = {
  auth0: AUTH0,
  cognito: COGNITO,
  supabase: SUPABASE,
  firebase: FIREBASE,
  clerk: CLERK,
  csv: OWN,
} as const satisfies Readonly<Record<string, Format>>;

/** The name of a product, as `--from` has it. */
export type Product = keyof typeof FORMATS;
