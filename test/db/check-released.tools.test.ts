import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const released = `
model Bid {
  bidId  String @id @map("bid_id")
  note   String?
  /// Read by the version before alone: the next version drops it.
  mark   String?
  seller Seller @relation(fields: [bidId], references: [sellerId])

  @@map("bids")
}

model Seller {
  sellerId String @id @map("seller_id")
  bids     Bid[]

  @@map("sellers")
}

enum State {
  open
  closed
}
`;

/** Runs the check of `npm run check` on two schemas; `null`: it finds no fault. */
async function check(present: string): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'released-'));
  try {
    await writeFile(path.join(folder, 'schema.released.prisma'), released);
    await writeFile(path.join(folder, 'schema.prisma'), present);
    const checking = promisify(execFile)(process.execPath, ['prisma/check-released.ts', folder]);
    return await checking.then(
      () => null,
      ({ stderr }: { stderr: string }) => stderr.trim(),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.each([
  ['the same schema', released],
  ['a new column', released.replace('note   String?', 'note   String?\n  more   String?')],
  ['a column that the released version has given up', released.replace('  mark   String?\n', '')],
  ['a renamed field of the same column', released.replace('bidId  String', 'id     String')],
])('lets %s pass', async (_, present) => {
  expect(await check(present)).toBeNull();
});

test.each([
  ['column', released.replace('  note   String?\n', ''), 'bids.note is gone'],
  ['renamed column', released.replace('@map("bid_id")', '@map("id")'), 'bids.bid_id is gone'],
  ['table', released.replace(/model Seller [^]*?\n}\n/, ''), 'sellers is gone'],
  ['value of an enum', released.replace('  closed\n', ''), 'State.closed is gone'],
])('refuses to drop a %s that the released version may read', async (_, present, fault) => {
  expect(await check(present)).toContain(fault);
});
