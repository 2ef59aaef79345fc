import type { Seller } from '../support/seller.ts';
import { publicUrl, type Service } from '../support/service.ts';

/** @returns the page `/admin`, as an operator with this key sees it */
export async function readAdminHome(service: Service, { key }: Pick<Seller, 'key'>): Promise<string> {
  const signedIn = await service.request('/admin/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ key }),
    headers: { origin: publicUrl, 'sec-fetch-site': 'same-origin' },
  });
  const cookie = signedIn.headers.get('set-cookie')!.split(';', 1)[0]!;
  return (await service.request('/admin', { headers: { cookie } })).text;
}
