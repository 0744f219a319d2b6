/** A field for an email address, which is taken out of what mail programs copy: `Ada <ada@example.com>`. */
import { mailboxIn } from '../../../provider-scripts/src/address/mailbox.ts';
import type { Rejection } from '../texts/rejection.ts';
import { TextField } from './field.tsx';

/** With a name before it; the server says what is too long for an address. */
const MAX_LENGTH = 1000;

interface AddressProperties {
  label: string;
  hint?: string;
  wrong?: Rejection | undefined;
  value: string;
  onInput: (value: string) => void;
  /** Takes the name that stood before the address. */
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
