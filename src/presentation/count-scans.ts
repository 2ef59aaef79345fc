const startOfScan = 0xda;
const endOfImage = 0xd9;

/**
 * Counts the scans of a JPEG without decoding them, by its markers (ITU-T T.81, annex B).
 *
 * @returns 0 for another kind of file; more than `max` as soon as there are more
 */
export function countScans(file: Buffer, max: number): number {
  if (file[0] !== 0xff || file[1] !== 0xd8) return 0;
  let scans = 0;
  let at = 2;
  while (at + 4 <= file.length && scans <= max) {
    // Compressed data and fill bytes lie between the segments.
    if (file[at] !== 0xff || file[at + 1] === 0xff) {
      at = file.indexOf(0xff, at + 1);
      if (at === -1) return scans;
      continue;
    }
    const marker = file[at + 1]!;
    if (marker === endOfImage) return scans;
    if (marker === startOfScan) scans += 1;
    at += hasSegment(marker) ? 2 + file.readUInt16BE(at + 2) : 2;
  }
  return scans;
}

/** A stuffed zero, a restart and a few others stand alone; every other marker has a segment with its length. */
function hasSegment(marker: number): boolean {
  return marker > 0x01 && !(marker >= 0xd0 && marker <= 0xd8);
}
