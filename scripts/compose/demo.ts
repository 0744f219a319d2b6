/** A service of docker-compose.yml: the demo, on the ports of Keycloak's container. */

import { startDemo } from '../demo/server.ts';
import { composeInstallation } from './installation.ts';

/** Docker forwards a published port to the container's own address. */
const EVERY_ADDRESS = ['0.0.0.0'];

const { run, ports } = await composeInstallation();
const { close } = await startDemo({ port: ports.demo, run, addresses: EVERY_ADDRESS });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
