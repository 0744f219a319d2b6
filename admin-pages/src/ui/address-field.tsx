/** A field for an e-mail address, which is taken out of what mail programs copy: `Ada <ada@example.com>`. */
import { mailboxIn } from '../../../provider-scripts/src/address/mailbox.ts';
import type { Refusal } from '../texts/refusal.ts';
import { TextField } from './field.tsx';

/** With a name before it; the server says what is too long for an address. */
const MAX_LENGTH = 1000;

interface AddressProperties {
  label: string;
  hint?: string;
  wrong?: Refusal | undefined;
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
