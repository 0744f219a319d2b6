/** Senders of bodies that never end, in a thread of their own: what they take isn't taken from whoever counts tokens. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** How they send. */
export interface SenderOptions {
  /** Of the server, on this machine. */
  port: number;
  /** The beginning of a request. */
  text: string;
  count: number;
  /** Within which they begin, one after another, so that they also come again like that. */
  beginMillis: number;
  /** For which whoever had to make room stays away. */
  awayMillis: number;
}

/** What is told: each answer, and at the end how many bodies were being sent. */
export type SenderReport = { answer: string } | { open: number };

const { port, text, count, beginMillis, awayMillis } = workerData as SenderOptions;
/** Of each sender that is sending or staying away, what ends that. */
const ends = new Set<() => void>();
let over = false;
let open = 0;

/** Whether an answer is that of a body that made room for another one. */
function isRoomMade(answer: string): boolean {
  return answer.startsWith('HTTP/1.1 503 ');
}

function tell(told: SenderReport): void {
  parentPort?.postMessage(told);
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
    const answer = await sendSome();
    if (over) return;
    open -= 1;
    tell({ answer });
    if (isRoomMade(answer)) await pause(awayMillis);
  }
}

/** What the server says before it closes the connection. */
async function sendSome(): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  const end = () => void socket.destroy();
  ends.add(end);
  let answer = '';
  socket.on('data', (part) => {
    answer += part.toString('latin1');
  });
  socket.write(text);
  await new Promise<void>((resolve) => {
    socket.on('error', end).on('close', () => resolve());
  });
  ends.delete(end);
  return answer;
}

const senders = Array.from({ length: count }, (_, number) => sender((beginMillis * number) / count));
parentPort?.once('message', async () => {
  tell({ open });
  over = true;
  for (const end of ends) end();
  await Promise.all(senders);
});
