/** A button that revokes all open links for a client or of a list; asks first, and says how many. */
import { useState } from 'preact/hooks';
import type { LinksToRevoke, RevokedLinks } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useAction } from '../../ui/load.ts';

interface RevokeAllProperties {
  of: LinksToRevoke;
  children: string;
  /** What the button applies to, for its accessible name. */
  label?: string;
  /** Called with what was done. */
  onRevoked: (done: string) => void;
}

export function RevokeAll({ of, children, label, onRevoked }: RevokeAllProperties) {
  const [open, setOpen] = useState<number | null>(null);
  const counting = useAction();
  const revocation = useAction();
  const revoke = async (dryRun: boolean) => {
    const body = { ...of, dry_run: dryRun };
    return (await call<RevokedLinks>('/links/revoke', { method: 'POST', body })).revoked;
  };
  const tell = (count: number) => onRevoked(t('clients.revoke-links.done', { count }));
  return (
    <>
      <Button
        {...(label === undefined ? {} : { label })}
        busy={counting.busy}
        onClick={() =>
          counting.run(async () => {
            const count = await revoke(true);
            if (count === 0) tell(count);
            else setOpen(count);
          })
        }
      >
        {children}
      </Button>
      <Failure of={counting.failure} />
      {open !== null && (
        <Confirm
          title={children}
          text={t('links.revoke-all.text', { count: open })}
          confirmLabel={children}
          action={revocation}
          work={async () => tell(await revoke(false))}
          onClose={() => {
            revocation.reset();
            setOpen(null);
          }}
        />
      )}
    </>
  );
}
