import type { Answer } from '../support/answer.ts';
import { publicUrl, type Service } from '../support/service.ts';

/** What a browser sends along with the requests of the service's own pages. */
export const ours = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };

let addresses = 0;

/** Signs in from an address of its own, so that the tries of other tests do not count. */
export function signIn(
  service: Pick<Service, 'request'>,
  key: string,
  { path = '/seller', headers = ours }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return service.request(path, {
    method: 'POST',
    headers: { 'x-forwarded-for': `192.0.2.${addresses++}`, ...headers },
    body: new URLSearchParams({ key }),
  });
}

/** A browser in which a seller is signed in. */
export interface SellerBrowser {
  readonly cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a form of the page at the path, with the hidden fields that the page shows. */
  send(path: string, form: string, fields: Readonly<Record<string, string | Blob>>): Promise<Answer>;
}

export async function sellerBrowser(
  service: Pick<Service, 'request'>,
  { key }: { key: string },
  cookies: readonly string[] = ['lang=en'],
): Promise<SellerBrowser> {
  const signedIn = await signIn(service, key);
  const cookie = [signedIn.headers.get('set-cookie')!.split(';')[0]!, ...cookies].join('; ');
  const get: SellerBrowser['get'] = (path, headers = ours) =>
    service.request(path, { headers: { cookie, ...headers } });
  return {
    cookie,
    get,
    async send(path, form, fields) {
      const body = new FormData();
      body.set('form', form);
      // A page that does not show the form any more may have shown it earlier.
      const proof = proofOf(await get(path), form) ?? proofOf(await get('/seller/sessions'), 'all')!;
      body.set('proof', proof);
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return await service.request(path, { method: 'POST', headers: { cookie, ...ours }, body });
    },
  };
}

/** Returns the hidden field that says what a form was drawn from; `undefined`: the page does not show the form. */
export function proofOf({ text }: Answer, form: string): string | undefined {
  return new RegExp(`name="form" value="${form}">\\s*<input type="hidden" name="proof" value="([\\w-]+)"`).exec(
    text,
  )?.[1];
}

/** The text of a page as it is read, without tags. */
export function textOf({ text }: Answer): string {
  return text
    .replaceAll(/<(style|script)\b.*?<\/\1>|<details class="card document">.*?<\/details>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');
}

/** Returns the act of a form that the page that follows names. */
export function doneBy({ headers }: Answer): string | undefined {
  return /(?:^|, )done=(\w+); Max-Age=60; Path=\/seller; HttpOnly/.exec(headers.get('set-cookie') ?? '')?.[1];
}
