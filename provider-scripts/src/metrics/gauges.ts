/** Gauges: read whenever somebody asks for `/metrics`, without a query. */
import type { KeycloakSession } from 'keycloak';
import { estimateRows } from '../database/estimate.ts';
import { GAUGES } from './meters.ts';

const Gauge = Java.type('io.micrometer.core.instrument.Gauge');
const Deliveries = Java.type('org.linkgate.host.Deliveries');
const MailQueue = Java.type('org.linkgate.host.MailQueue');
const Metrics = Java.type('io.micrometer.core.instrument.Metrics');

/** Makes the numbers of waiting emails and of waiting requests to clients appear. */
export function showWaiting(): void {
  const queues = { emailsWaiting: MailQueue.WAITING, deliveriesWaiting: Deliveries.WAITING };
  for (const [gauge, waiting] of Object.entries(queues)) {
    const { name, description } = GAUGES[gauge as keyof typeof queues];
    Gauge.builder(name, () => waiting.size())
      .description(description)
      .register(Metrics.globalRegistry);
  }
}

/**
 * Shows how many rows each table has now, until this is called again: on every node, so that none shows an old number when another one takes
 * over. Asks nothing of the database while metrics are off.
 */
export function showRowsKept(session: KeycloakSession): void {
  if (Metrics.globalRegistry.getRegistries().isEmpty()) return;
  const { name, description, label } = GAUGES.rowsKept;
  for (const [table, rows] of Object.entries(estimateRows(session))) {
    const before = Metrics.globalRegistry.find(name).tag(label.name, table).gauge();
    if (before !== null) Metrics.globalRegistry.remove(before);
    Gauge.builder(name, () => rows)
      .description(description)
      .tag(label.name, table)
      .register(Metrics.globalRegistry);
  }
}
