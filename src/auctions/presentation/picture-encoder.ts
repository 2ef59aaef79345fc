/** The longest side of each stored size, in pixels. */
export const pictureSizes = [480, 960, 1600] as const;

export type PictureSize = (typeof pictureSizes)[number];

/** The size that messengers and search engines preview. */
export const previewSize: PictureSize = 960;

/** AVIF is smaller; WebP is for browsers that do not read it, and JPEG for previews, which exists in `previewSize` alone. */
export const pictureTypes = ['avif', 'webp', 'jpeg'] as const;

export type PictureType = (typeof pictureTypes)[number];

export interface EncodedPicture {
  /** The dimensions of the largest size. */
  readonly width: number;
  readonly height: number;
  /** Without metadata. */
  readonly files: readonly PictureFile[];
}

/** A size of a picture, in its types. */
export interface PictureFile extends Readonly<Record<Exclude<PictureType, 'jpeg'>, Buffer>> {
  readonly size: PictureSize;
  readonly jpeg: Buffer | null;
}

export const maxUploadBytes = 20 * 1024 * 1024;
/** The decoder shrinks a JPEG while it reads it. A progressive JPEG or an interlaced PNG of this size takes 550 MB. */
export const maxPixels = 100_000_000;
/** How a message writes it. */
export const maxMegapixels = maxPixels / 1_000_000;

/** Why an upload becomes no picture of the service. */
export const pictureFaults = [
  'not_a_picture',
  'heic',
  'too_many_pixels',
  'too_many_scans',
  'damaged',
  'too_demanding',
] as const;

export type PictureFault = (typeof pictureFaults)[number];

// With effort 1, AVIF takes about as long as WebP, and is a fifth smaller at the same likeness. Effort 4, the library's own choice,
// saves a few percent more and takes thirty times as long: seconds of a core that bids need.
const avif = { quality: 45, effort: 1 };
const webp = { quality: 78 };
const jpeg = { quality: 80 };

/**
 * The number of scans that a JPEG may have; encoders make a dozen. A scan without any data takes the decoder as long as a whole
 * picture.
 */
const maxScans = 100;

/**
 * Decodes an untrusted picture and encodes it anew, so that nothing of the upload but its pixels remains: no EXIF, no place, no
 * script, no second file in the same bytes.
 *
 * @returns the reason why the upload is no picture of the service
 */
export async function encodeInThisProcess(upload: Buffer): Promise<EncodedPicture | { readonly fault: PictureFault }> {
  const fault = faultOfBytes(upload);
  if (fault !== null) return { fault };
  const sharp = await loadSharp();
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 } as const;
  try {
    const { width, height } = await sharp(upload, options).metadata();
    if (width * height > maxPixels) return { fault: 'too_many_pixels' };
    const largest = pictureSizes.at(-1)!;
    const decoded = await sharp(upload, options)
      .autoOrient()
      .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { info, data } = decoded;
    const raw = { width: info.width, height: info.height, channels: info.channels } as const;
    const files = [];
    for (const size of pictureSizes) {
      const resized = sharp(data, { raw }).resize({
        width: size,
        height: size,
        fit: 'inside',
        withoutEnlargement: true,
      });
      // One after the other, so that one encoder's memory is all that a picture takes.
      files.push({
        size,
        avif: await resized.clone().avif(avif).toBuffer(),
        webp: await resized.clone().webp(webp).toBuffer(),
        jpeg: size === previewSize ? await resized.clone().flatten({ background: '#fff' }).jpeg(jpeg).toBuffer() : null,
      });
    }
    return { width: info.width, height: info.height, files };
  } catch (error) {
    // The library has one kind of error for whatever is wrong with its input.
    if (!(error instanceof Error)) throw error;
    if (/pixel limit/i.test(error.message)) return { fault: 'too_many_pixels' };
    return { fault: /memory/i.test(error.message) ? 'too_demanding' : 'damaged' };
  }
}

/** Finds what the bytes show without a decoder. Only JPEG, PNG and WebP ever reach one. */
export function faultOfBytes(bytes: Buffer): PictureFault | null {
  const begins = (text: string, at = 0) => bytes.subarray(at, at + text.length).toString('latin1') === text;
  const isPicture = begins('\xff\xd8\xff') || begins('\x89PNG\r\n\x1a\n') || (begins('RIFF') && begins('WEBP', 8));
  if (!isPicture) return heifBrands.some((brand) => begins(`ftyp${brand}`, 4)) ? 'heic' : 'not_a_picture';
  return countScans(bytes, maxScans) > maxScans ? 'too_many_scans' : null;
}

/** The brands of HEIF files that phones write (ISO/IEC 23008-12). */
const heifBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Loads the library at its first use. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  return sharp;
}

const startOfScan = 0xda;
const endOfImage = 0xd9;

/**
 * Counts the scans of a JPEG without decoding them, by its markers (ITU-T T.81, annex B).
 *
 * @returns 0 for another kind of file; more than `max` as soon as there are more
 */
function countScans(file: Buffer, max: number): number {
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

/** Pictures are below this path of the public address. */
export const picturesPath = '/auctions/pictures';

/** The address of a picture below the public one. */
export function picturePath(pictureId: string, size: PictureSize, type: PictureType = 'webp'): string {
  return `${picturesPath}/${pictureId}/${size}.${type}`;
}
