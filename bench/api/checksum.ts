/** What an answer is recognized by while it is timed: the sum of its bytes, because an auction's bids are in any order. */
export function checksumOf(body: Uint8Array): number {
  let sum = 0;
  for (const byte of body) sum += byte;
  return sum;
}
