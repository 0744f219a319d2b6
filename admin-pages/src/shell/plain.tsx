/** Pages without data of the realm: shown before sign-in, and when sign-in fails. */
import { CONFIG } from '../server/config.ts';
import { redirectToSignIn } from '../server/sign-in.ts';
import { type TextKey, t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Page, Progress } from '../ui/parts.tsx';

type Why = 'entering' | 'insecure' | 'rejected' | 'failed';

const TITLES: Record<Exclude<Why, 'entering'>, TextKey> = {
  insecure: 'plain.insecure',
  rejected: 'plain.rejected',
  failed: 'plain.failed',
};

export function Plain({ why, detail = null }: { why: Why; detail?: string | null }) {
  if (why === 'entering')
    return (
      <main class="lone">
        <Progress text={t('plain.entering')} />
      </main>
    );
  return (
    <main class="lone">
      <Page title={t(TITLES[why])}>
        <p>{t(`${TITLES[why]}.text` as TextKey, { address: CONFIG.page.replace(/^http:/, 'https:') })}</p>
        {detail !== null && (
          <p class="detail" lang="en" dir="ltr">
            {detail}
          </p>
        )}
        {why !== 'insecure' && (
          <Button kind="primary" onClick={() => void redirectToSignIn()}>
            {t('sign-in')}
          </Button>
        )}
      </Page>
    </main>
  );
}
