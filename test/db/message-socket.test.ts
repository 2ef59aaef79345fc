import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messageSocket } from '../../src/db/message-socket.ts';

let made: AsyncDisposableStack;
beforeEach(() => void (made = new AsyncDisposableStack()));
afterEach(() => made.disposeAsync());

/** What PostgreSQL sends: a type, then a length that counts itself, then as many bytes. */
function message(type: string, bytes: number): Buffer {
  const whole = Buffer.alloc(5 + bytes, type.toLowerCase());
  whole.write(type, 0, 'latin1');
  whole.writeUInt32BE(4 + bytes, 1);
  return whole;
}

/** A connection whose other end sends what it is told to, and what comes of it, as it is told. */
async function connection(options?: { ssl?: unknown }): Promise<{ sender: Socket; told: Buffer[] }> {
  const server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = messageSocket(options).connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [sender] = (await once(server, 'connection')) as [Socket];
  made.defer(async () => {
    socket.destroy();
    sender.destroy();
    server.close();
    await once(server, 'close');
  });
  const told: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => void told.push(Buffer.from(bytes)));
  return { sender, told };
}

const bytesOf = (told: readonly Buffer[]) => told.reduce((sum, { length }) => sum + length, 0);

/** Until all of it was told. */
async function send(sender: Socket, told: readonly Buffer[], pieces: readonly Buffer[]): Promise<void> {
  const wanted = bytesOf(told) + bytesOf(pieces);
  for (const piece of pieces) {
    sender.write(piece);
    // Else the system would put them together again.
    await delay(1);
  }
  await expect.poll(() => bytesOf(told), { timeout: 15_000 }).toBe(wanted);
}

function inPieces(bytes: Buffer, length: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

/** @returns the lengths of the messages. @throws where something is not whole */
function lengthsIn(bytes: Buffer): number[] {
  const lengths: number[] = [];
  for (let at = 0; at < bytes.length; at += lengths.at(-1)!) lengths.push(1 + bytes.readUInt32BE(at + 1));
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(bytes.length);
  return lengths;
}

const several = [message('T', 40), message('D', 0), message('D', 1_000), message('C', 13), message('Z', 1)];

test.each([1, 3, 7, 500, 10_000])('messages that come %i bytes at a time are passed on whole', async (length) => {
  const { sender, told } = await connection();
  const sent = Buffer.concat(several);
  await send(sender, told, inPieces(sent, length));
  expect(told.flatMap(lengthsIn)).toEqual(several.map((each) => each.length));
  expect(Buffer.concat(told).equals(sent)).toBe(true);
});

test('long messages come whole, with what is before and behind them, one after the other', async () => {
  const { sender, told } = await connection();
  for (const long of [70_000, 300_000, 65_531, 3_000_000, 100, 1_048_571, 20]) {
    const sent = Buffer.concat([...several, message('D', long), ...several]);
    await send(sender, told, inPieces(sent, 50_001));
    const lengths = [...several, message('D', long), ...several].map((each) => each.length);
    expect(told.flatMap(lengthsIn)).toEqual(lengths);
    expect(Buffer.concat(told.splice(0)).equals(sent)).toBe(true);
  }
});

test('somebody else than PostgreSQL is waited for, however long a message it seems to announce', async () => {
  const { sender, told } = await connection();
  sender.write('HTTP/1.1 400 Bad Request\r\n\r\n');
  await delay(50);
  const { arrayBuffers } = process.memoryUsage();
  expect(told).toEqual([]);
  expect(arrayBuffers).toBeLessThan(100 * 2 ** 20);
});

test('where messages are encrypted, bytes are passed on as they come', async () => {
  const { sender, told } = await connection({ ssl: true });
  await send(sender, told, [Buffer.from('S')]);
  expect(Buffer.concat(told).toString()).toBe('S');
});
