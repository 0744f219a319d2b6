/** A field for an email address. Also accepts the form `Ada <ada@example.com>`, which email programs copy, and extracts the address. */
import { mailboxIn } from '../../../provider-scripts/src/accounts/address/mailbox.ts';
import type { Rejection } from '../texts/rejection.ts';
import { TextField } from './field.tsx';

/** Allows for a name before the address; the server checks the length of the address. */
const MAX_LENGTH = 1000;

interface AddressProperties {
  label: string;
  hint?: string;
  error?: Rejection | undefined;
  value: string;
  onInput: (value: string) => void;
  /** Called with the name before the address, if there is one. */
  onName?: (name: string) => void;
}

export function AddressField({ onName, ...more }: AddressProperties) {
  return (
    <TextField
      {...more}
      inputMode="email"
      required
      maxLength={MAX_LENGTH}
      leftToRight
      onLeave={(typed) => {
        const { email, name } = mailboxIn(typed);
        more.onInput(email);
        if (name !== null) onName?.(name);
      }}
    />
  );
}
