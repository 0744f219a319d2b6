/** A button that shows the email of an invitation as its form describes it; nothing is sent. */
import { useState } from 'preact/hooks';
import type { InvitationPreview, InvitationPreviewInput } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useAction } from '../../ui/load.ts';
import { UserText } from '../../ui/parts.tsx';
import { Frame } from '../clients/frame.tsx';

interface EmailPreviewProperties {
  /** The values when the button is pressed. */
  input: () => InvitationPreviewInput;
}

export function EmailPreview({ input }: EmailPreviewProperties) {
  const action = useAction();
  const [shown, setShown] = useState<InvitationPreview | null>(null);
  const show = () =>
    action.run(async () =>
      setShown(await call<InvitationPreview>('/invitations/preview', { method: 'POST', body: input() })),
    );
  return (
    <>
      <Button busy={action.busy} onClick={show}>
        {t('invitations.preview')}
      </Button>
      <Failure of={action.failure} />
      {shown !== null && (
        <div class="email-preview">
          <p>
            <strong>{t('invitations.subject')}</strong> <UserText>{shown.subject}</UserText>
          </p>
          <Frame
            title={t('invitations.preview')}
            html={shown.html}
            scheme="light"
            phone={false}
            onBroken={() => {}}
          />
          <Button onClick={() => setShown(null)}>{t('close')}</Button>
        </div>
      )}
    </>
  );
}
