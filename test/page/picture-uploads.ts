import sharp from 'sharp';
import { expect } from 'vitest';
import type { Answer } from '../support/answer.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, type Service } from '../support/service.ts';

export const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a0522d' } });

/** Asks for an address that takes a picture. */
export async function anUpload(by: Seller): Promise<{ pictureId: string; path: string }> {
  const { body } = await by.mutate('createPictureUpload', {}, 'pictureUpload { id pictureId uploadUrl expiresAt }');
  expect(body.errors).toBeUndefined();
  const { id, pictureId, uploadUrl } = body.data.createPictureUpload;
  expect(Buffer.from(id, 'base64').toString()).toBe(`PictureUpload:${pictureId}`);
  expect(uploadUrl).toMatch(new RegExp(`^${publicUrl}/auctions/pictures/${pictureId}\\?token=[\\w-]{43}$`));
  return { pictureId, path: uploadUrl.slice(publicUrl.length) };
}

export function putPicture(service: Service, path: string, bytes: Buffer | string): Promise<Answer> {
  return service.request(path, { method: 'PUT', body: new Uint8Array(Buffer.from(bytes)) });
}
