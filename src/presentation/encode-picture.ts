import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fairSemaphore } from '../core/fair-semaphore.ts';
import type { EncodedPicture } from './picture-encoder.ts';

/** The outcome of an upload: the picture, or a sentence that says why it is none of the service. */
export type EncodingOutcome = EncodedPicture | { readonly fault: string };

/** The processor time that a picture may take. A large one takes two to three seconds. */
const maxCpuSeconds = 12;

/** A machine that is busy with other things may take longer by the clock. */
const maxWallMs = 60_000;

/**
 * The memory that the process may reserve to write to. Node reserves half of it before it does anything; a progressive picture of the
 * greatest size takes 250 MB.
 */
const maxMebibytes = 1_200;

// One picture at a time bounds the memory of the machine. Sellers take turns, so that one with many pictures delays another by one.
const oneAtATime = fairSemaphore({ max: 1, maxOfOwner: 1 });

const encoder = fileURLToPath(new URL('../encode-picture.ts', import.meta.url));

/**
 * Decodes an untrusted picture and encodes it anew, in a process of its own: one that takes too long or too much memory is killed,
 * and a fault of the decoder finds no secret there.
 *
 * @param sellerId whose turn it is
 */
export async function encodePicture(sellerId: string, upload: Buffer): Promise<EncodingOutcome> {
  return await oneAtATime(sellerId, () => encodeInProcess(upload));
}

async function encodeInProcess(upload: Buffer): Promise<EncodingOutcome> {
  // The shell sets limits that a process cannot set for another one, and becomes the encoder.
  const limits = `ulimit -t ${maxCpuSeconds}; ulimit -d ${maxMebibytes * 1024}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limits, process.execPath, encoder], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    timeout: maxWallMs,
    killSignal: 'SIGKILL',
  });
  let outcome: EncodingOutcome = { fault: 'The picture takes too long to decode, or too much memory.' };
  child.on('message', (message) => (outcome = message as EncodingOutcome));
  // A process that dies while the upload is sent has its outcome above.
  child.send(upload, () => undefined);
  await once(child, 'exit');
  return outcome;
}
