/** What an approval decides, beside its buttons: the name that users would read, where it leads them, and what comes with it. */
import { isAppAddress, isLoopbackAddress } from '../../../../provider-scripts/src/clients/app-address.ts';
import { webHostOf } from '../../../../provider-scripts/src/clients/web-host.ts';
import type { Client } from '../../../generated/admin-api.d.ts';
import { t } from '../../texts/texts.ts';
import { Fact, Facts, UserText } from '../../ui/parts.tsx';

export function Review({ of: client }: { of: Client }) {
  const { name, redirect_uris: uris, api_scopes: scopes } = client;
  return (
    <div class="review">
      <Facts>
        <Fact name={t('clients.review.name')}>
          <UserText>{name}</UserText>
        </Fact>
        <Fact name={t('clients.review.hosts')}>
          <List of={hostsOf(uris)} />
        </Fact>
        <Fact name={t('clients.review.scopes')}>
          {scopes.length === 0 ? t('clients.review.no-scopes') : <List of={scopes} />}
        </Fact>
      </Facts>
    </div>
  );
}

function List({ of: texts }: { of: readonly string[] }) {
  return (
    <ul>
      {texts.map((one) => (
        <li key={one}>
          <UserText>{one}</UserText>
        </li>
      ))}
    </ul>
  );
}

/** Each once. */
function hostsOf(uris: readonly string[]): string[] {
  const hosts = uris.map((uri) =>
    isLoopbackAddress(uri) || isAppAddress(uri)
      ? t('clients.review.device')
      : (webHostOf(uri, asciiOf) ?? uri),
  );
  return hosts.filter((one, index) => hosts.indexOf(one) === index);
}

function asciiOf(name: string): string {
  return new URL(`https://${name}`).host;
}
