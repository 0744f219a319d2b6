/** Senders of endless bodies, in a separate thread, so that they don't slow the token counting. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** How the senders send. */
export interface SenderOptions {
  /** The server's port, on this machine. */
  port: number;
  /** The start of a request. */
  text: string;
  count: number;
  /** The period over which their starts are spread; retries are spread the same way. */
  beginMillis: number;
  /** The pause of a sender that was closed to make room. */
  awayMillis: number;
}

/** A message to the parent: each response, and finally the number of bodies in progress. */
export type SenderReport = { response: string } | { open: number };

const { port, text, count, beginMillis, awayMillis } = workerData as SenderOptions;
/** For each sender that sends or pauses, a function that stops it. */
const ends = new Set<() => void>();
let over = false;
let open = 0;

/** Whether a response belongs to a body that was closed to make room for another. */
function isDropped(response: string): boolean {
  return response.startsWith('HTTP/1.1 503 ');
}

function report(message: SenderReport): void {
  parentPort?.postMessage(message);
}

async function pause(length: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      ends.delete(end);
      resolve();
    };
    const timer = setTimeout(end, length);
    ends.add(end);
  });
}

async function sender(begins: number): Promise<void> {
  await pause(begins);
  while (!over) {
    open += 1;
    const response = await sendSome();
    if (over) return;
    open -= 1;
    report({ response });
    if (isDropped(response)) await pause(awayMillis);
  }
}

/** The server's response before it closes the connection. */
async function sendSome(): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  const end = () => void socket.destroy();
  ends.add(end);
  let response = '';
  socket.on('data', (part) => {
    response += part.toString('latin1');
  });
  socket.write(text);
  await new Promise<void>((resolve) => {
    socket.on('error', end).on('close', () => resolve());
  });
  ends.delete(end);
  return response;
}

const senders = Array.from({ length: count }, (_, number) => sender((beginMillis * number) / count));
parentPort?.once('message', async () => {
  report({ open });
  over = true;
  for (const end of ends) end();
  await Promise.all(senders);
});
