/** Pages without realm data, shown before sign-in and if sign-in fails. */
import { CONFIG } from '../server/config.ts';
import { redirectToSignIn } from '../server/sign-in.ts';
import { type TextKey, t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Page, Progress } from '../ui/parts.tsx';

type Status = 'entering' | 'insecure' | 'rejected' | 'failed';

const TITLES: Record<Exclude<Status, 'entering'>, TextKey> = {
  insecure: 'plain.insecure',
  rejected: 'plain.rejected',
  failed: 'plain.failed',
};

export function Plain({ status, detail = null }: { status: Status; detail?: string | null }) {
  if (status === 'entering')
    return (
      <main class="lone">
        <Progress text={t('plain.entering')} />
      </main>
    );
  return (
    <main class="lone">
      <Page title={t(TITLES[status])}>
        <p>{t(`${TITLES[status]}.text` as TextKey, { address: CONFIG.page.replace(/^http:/, 'https:') })}</p>
        {detail !== null && (
          <p class="detail" lang="en" dir="ltr">
            {detail}
          </p>
        )}
        {status !== 'insecure' && (
          <Button kind="primary" onClick={() => void redirectToSignIn()}>
            {t('sign-in')}
          </Button>
        )}
      </Page>
    </main>
  );
}
