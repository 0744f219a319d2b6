/** The requests for emails that the shield suspected in the last day: also what it would ask if it were on. */
import type { ShieldDay } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { named, number, t } from '../../texts/texts.ts';
import { useLoaded } from '../../ui/load.ts';
import { Loading } from '../../ui/parts.tsx';
import { Table } from '../../ui/table.tsx';

export function Suspected() {
  const loaded = useLoaded((signal) => call<ShieldDay>('/limits/shield', { signal }), []);
  return (
    <>
      <p class="hint">{t('limits.shield.about')}</p>
      <Loading of={loaded}>
        {({ suspected, suspicions, challenges }) => (
          <>
            {suspected === 0 ? (
              <p>{t('limits.shield.none')}</p>
            ) : (
              <>
                <p>{t('limits.shield.suspected', { count: suspected })}</p>
                <Table
                  caption={t('limits.shield')}
                  rows={Object.entries(suspicions).filter(([, count]) => count > 0)}
                  keyOf={([reason]) => reason}
                  empty={t('none')}
                  columns={[
                    { title: t('limits.shield.reason'), cell: ([reason]) => named('suspicion', reason) },
                    { title: t('limits.shield.count'), short: true, cell: ([, count]) => number(count) },
                  ]}
                />
              </>
            )}
            {challenges.asked + challenges.passed + challenges.rejected > 0 && (
              <p>
                {t('limits.shield.challenges', {
                  asked: number(challenges.asked),
                  passed: number(challenges.passed),
                  rejected: number(challenges.rejected),
                })}
              </p>
            )}
          </>
        )}
      </Loading>
    </>
  );
}
