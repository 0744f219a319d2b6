/** The button that sends a test email. */
import { useState } from 'preact/hooks';
import type { TestEmail } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useAction } from '../../ui/load.ts';
import { Done } from '../../ui/parts.tsx';

/** Sends an email as users get it to the administrator, by one route if it is named; a failed one is told with its reason, and counts among the problems. */
export function TestEmailButton({ route, onSent }: { route?: string; onSent: () => void }) {
  const { email } = useAbout();
  const query = route === undefined ? {} : { route };
  const sending = useAction();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <>
      {sentTo !== null && <Done>{t('branding.emailed', { email: sentTo })}</Done>}
      <Failure of={sending.failure} labels={{ email: t('email') }} />
      <Button
        busy={sending.busy}
        {...(route === undefined ? {} : { label: `${t('branding.send')}: ${route}` })}
        disabled={email === null}
        onClick={() =>
          sending.run(async () => {
            setSentTo(null);
            try {
              setSentTo((await call<TestEmail>('/test-email', { method: 'POST', query })).email);
            } finally {
              onSent();
            }
          })
        }
      >
        {t('branding.send')}
      </Button>
    </>
  );
}
