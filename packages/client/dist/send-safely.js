/** Come back later: too many requests; the service, or a proxy that looks for it, is not ready. */
const laterStatuses = [429, 502, 503, 504];
/** A caller that has to wait longer than this gets the answer, and decides for itself. */
const maxWaitSeconds = 60;
/**
 * Sends a request again if its answer is lost or says to come back later. A change carries an `Idempotency-Key`, so that
 * it is done once.
 *
 * @param max.retries how often a request is sent again at most
 * @param max.timeoutMs how long an attempt may take until its answer is read
 */
export function sendSafely(send, max) {
    return async (request) => {
        for (let attempt = 0;; attempt++) {
            const isLast = attempt === max.retries;
            const answer = await sendOnce(send, request, max.timeoutMs).catch((error) => {
                if (isLast || request.signal.aborted)
                    throw error;
                return null;
            });
            if (answer !== null && (isLast || !(await isLater(answer))))
                return answer;
            const seconds = secondsToWait(answer, attempt);
            if (answer !== null && seconds > maxWaitSeconds)
                return answer;
            await wait(seconds, request.signal);
        }
    };
}
/** Reads the answer to its end: the time for it is limited, too. */
async function sendOnce(send, request, timeoutMs) {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    const answer = await send(new Request(request.clone(), { signal }));
    const body = await answer.arrayBuffer();
    const { status, statusText, headers } = answer;
    const whole = new Response(body.byteLength === 0 ? null : body, {
        status: status === 0 ? 302 : status,
        statusText,
        headers,
    });
    return Object.defineProperty(whole, 'url', { value: request.url });
}
async function isLater(answer) {
    if (laterStatuses.includes(answer.status))
        return true;
    if (answer.status !== 409)
        return false;
    // The same request is still on its way; every other conflict stays one.
    return (await answer.clone().text()).includes('"idempotency_key_in_use"');
}
/** As long as the service says; where it does not, twice as long each time, and never at the same instant as others. */
function secondsToWait(answer, attempt) {
    const retryAfter = answer?.headers.get('retry-after') ?? '';
    if (/^\d+$/.test(retryAfter))
        return Number(retryAfter);
    const until = Date.parse(retryAfter);
    if (!Number.isNaN(until))
        return Math.max(0, (until - Date.now()) / 1000);
    return Math.min(2 ** attempt * (0.25 + Math.random() / 4), maxWaitSeconds);
}
function wait(seconds, signal) {
    return new Promise((resolve, reject) => {
        if (signal.aborted)
            return reject(signal.reason);
        const giveUp = () => {
            clearTimeout(timer);
            reject(signal.reason);
        };
        const timer = setTimeout(() => {
            signal.removeEventListener('abort', giveUp);
            resolve();
        }, seconds * 1000);
        signal.addEventListener('abort', giveUp, { once: true });
    });
}
