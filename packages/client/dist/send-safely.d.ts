type Send = (request: Request) => Promise<Response>;
/**
 * Sends a request again if its answer is lost or says to come back later. A change carries an `Idempotency-Key`, so that
 * it is done once.
 *
 * @param max.retries how often a request is sent again at most
 * @param max.timeoutMs how long an attempt may take until its answer is read
 */
export declare function sendSafely(send: Send, max: {
    readonly retries: number;
    readonly timeoutMs: number;
}): Send;
export {};
