// Encodes one picture, for `presentation/store-picture.ts`, which starts this process and bounds its time and memory.
import { writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { encodeInThisProcess } from './auctions/presentation/picture-encoder.ts';

// If memory runs out, Linux ends this process and not the service.
if (platform() === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');

process.once('message', (upload: Uint8Array) => void encode(upload));

async function encode(upload: Uint8Array): Promise<void> {
  const outcome = await encodeInThisProcess(Buffer.from(upload));
  process.send?.(outcome, () => process.disconnect?.());
}
