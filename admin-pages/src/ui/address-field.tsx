/** A field for an email address; it extracts the address from what email programs copy: `Ada <ada@example.com>`. */
import { mailboxIn } from '../../../provider-scripts/src/address/mailbox.ts';
import type { Rejection } from '../texts/rejection.ts';
import { TextField } from './field.tsx';

/** An address with a name before it; the server checks the length. */
const MAX_LENGTH = 1000;

interface AddressProperties {
  label: string;
  hint?: string;
  wrong?: Rejection | undefined;
  value: string;
  onInput: (value: string) => void;
  /** Receives the name before the address. */
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
