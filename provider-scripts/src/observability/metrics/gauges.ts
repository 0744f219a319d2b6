/** Gauges, read without a query whenever `/metrics` is requested. */
import type { KeycloakSession } from 'keycloak';
import { estimateRows } from '../../platform/database/estimate.ts';
import { GAUGES } from './meters.ts';

const Gauge = Java.type('io.micrometer.core.instrument.Gauge');
const Deliveries = Java.type('org.linkgate.host.Deliveries');
const MailQueue = Java.type('org.linkgate.host.MailQueue');
const Metrics = Java.type('io.micrometer.core.instrument.Metrics');

/** Registers the gauges of queued emails and queued requests to clients. */
export function registerQueueGauges(): void {
  const queues = { emailsWaiting: MailQueue.WAITING, deliveriesWaiting: Deliveries.WAITING };
  for (const [gauge, waiting] of Object.entries(queues)) {
    const { name, description } = GAUGES[gauge as keyof typeof queues];
    Gauge.builder(name, () => waiting.size())
      .description(description)
      .register(Metrics.globalRegistry);
  }
}

/**
 * Sets the gauges of rows per table, on every node, so that none shows an outdated number when another takes over. Sends no query
 * while metrics are off.
 */
export function updateRowGauges(session: KeycloakSession): void {
  if (Metrics.globalRegistry.getRegistries().isEmpty()) return;
  const { name, description, label } = GAUGES.tableRows;
  for (const [table, rows] of Object.entries(estimateRows(session))) {
    const before = Metrics.globalRegistry.find(name).tag(label.name, table).gauge();
    if (before !== null) Metrics.globalRegistry.remove(before);
    Gauge.builder(name, () => rows)
      .description(description)
      .tag(label.name, table)
      .register(Metrics.globalRegistry);
  }
}
