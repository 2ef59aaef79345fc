import { errorOf } from './errors.js';
import { sendSafely } from './send-safely.js';
/** Sends the requests of a client and reads their answers. */
export class Sender {
    #baseUrl;
    #authorization;
    #send;
    constructor({ baseUrl, apiKey, retries = 4, timeoutMs = 30_000, fetch }) {
        const key = apiKey.trim();
        // Without the key itself: an error message may be logged.
        if (!/^[\x21-\x7e]+$/.test(key))
            throw new TypeError('apiKey is empty, or has characters that no API key has.');
        if (!/^https?:/.test(new URL(baseUrl).protocol))
            throw new TypeError('baseUrl must begin with http: or https:.');
        this.#baseUrl = baseUrl.replace(/\/+$/, '');
        this.#authorization = `Bearer ${key}`;
        this.#send = sendSafely(fetch ?? ((request) => globalThis.fetch(request)), { retries, timeoutMs });
    }
    async read(path, { signal, ...query }) {
        const given = Object.entries(query).filter(([, value]) => value !== undefined);
        const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
        return await this.#ask('GET', search === '' ? path : `${path}?${search}`, undefined, {}, signal);
    }
    async change(method, path, body, { idempotencyKey = crypto.randomUUID(), ifMatch, signal }) {
        const headers = { 'idempotency-key': idempotencyKey, ...(ifMatch !== undefined && { 'if-match': ifMatch }) };
        return await this.#ask(method, path, body, headers, signal);
    }
    /** @returns the body of the answer, which has the errors of the document itself */
    async postGraphql(body, { idempotencyKey = crypto.randomUUID(), signal }) {
        const headers = { 'idempotency-key': idempotencyKey };
        const answer = await this.#send(this.#requestOf('POST', '/graphql', body, headers, signal));
        if (!/^application\/(graphql-response\+)?json\b/.test(answer.headers.get('content-type') ?? ''))
            throw await errorOf(answer);
        return await answer.json();
    }
    async list(path, name, query) {
        const { body, headers } = await this.read(path, query);
        return { items: body[name], nextOffset: offsetOfNext(headers.get('link')) };
    }
    /**
     * Yields every item of a list. A list moves while it is read: new items come first, and items that are changed may
     * leave. So each page begins with the last item of the page before. If it does not, items have left, and the pages
     * before are read again.
     */
    async *each(path, name, id, query) {
        const limit = Math.max(2, query.limit ?? 100);
        const seen = new Set();
        for (let offset = 0;;) {
            const page = await this.list(path, name, { ...query, limit, offset });
            const [first] = page.items;
            if (offset > 0 && (first == null || !seen.has(first[id]))) {
                offset = Math.max(0, offset - limit);
                continue;
            }
            for (const item of page.items) {
                if (seen.has(item[id]))
                    continue;
                seen.add(item[id]);
                yield item;
            }
            if (page.nextOffset === null)
                return;
            offset += page.items.length - 1;
        }
    }
    async #ask(method, path, body, headers, signal) {
        const answer = await this.#send(this.#requestOf(method, path, body, headers, signal));
        const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
        if (!answer.ok || !isJson)
            throw await errorOf(answer);
        return { body: (await answer.json()), headers: answer.headers };
    }
    #requestOf(method, path, body, headers, signal) {
        return new Request(this.#baseUrl + path, {
            method,
            headers: {
                authorization: this.#authorization,
                accept: 'application/graphql-response+json, application/json, application/problem+json',
                ...headers,
                ...(body !== undefined && { 'content-type': 'application/json' }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
            ...(signal !== undefined && { signal }),
            // A redirect could send the key to another host.
            redirect: 'manual',
        });
    }
}
/** Only the offset: the link names the service by its public address, which need not be the one that is asked here. */
function offsetOfNext(link) {
    const next = /<([^>]+)>; *rel="next"/.exec(link ?? '')?.[1];
    return next === undefined ? null : Number(new URL(next).searchParams.get('offset'));
}
