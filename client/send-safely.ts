type Send = (request: Request) => Promise<Response>;

/** Come back later: too many requests; the service, or a proxy that looks for it, is not ready. */
const laterStatuses = [429, 502, 503, 504];

/** A caller that has to wait longer than this gets the answer, and decides for itself. */
const maxWaitSeconds = 60;

/**
 * Sends a request again where its answer is lost or says to come back later, as often as `retries` says. A change carries the same `Idempotency-Key` each time, so that it is done once.
 */
export function sendSafely(send: Send, retries: number): Send {
  return async (first) => {
    const request = keyed(first);
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt === retries;
      const answer = await send(request.clone()).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return null;
      });
      if (answer !== null && (isLast || !(await isLater(answer)))) return answer;
      const seconds = secondsToWait(answer, attempt);
      if (answer !== null && seconds > maxWaitSeconds) return answer;
      // Unread, it would keep its connection.
      await answer?.body?.cancel();
      await wait(seconds, request.signal);
    }
  };
}

function keyed(request: Request): Request {
  if (request.method === 'GET' || request.headers.has('idempotency-key')) return request;
  const headers = new Headers(request.headers);
  headers.set('idempotency-key', crypto.randomUUID());
  return new Request(request, { headers });
}

async function isLater(answer: Response): Promise<boolean> {
  if (laterStatuses.includes(answer.status)) return true;
  if (answer.status !== 409) return false;
  // The same request is still on its way; every other conflict stays one.
  const { code } = (await answer.clone().json()) as { code?: string };
  return code === 'idempotency_key_in_use';
}

/** As long as the service says; where it does not, twice as long each time, and never at the same instant as others. */
function secondsToWait(answer: Response | null, attempt: number): number {
  const retryAfter = answer?.headers.get('retry-after') ?? null;
  if (retryAfter !== null && /^\d+$/.test(retryAfter)) return Number(retryAfter);
  return Math.min(2 ** attempt * (0.25 + Math.random() / 4), maxWaitSeconds);
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
