/** The client disconnected before its request was read: the answer has no reader, and the service has no fault. */
export class ClientGone extends Error {
  override name = 'ClientGone';

  constructor(cause: unknown) {
    super('The client left before its request was read.', { cause });
  }
}

/** The status of such a request in logs and metrics. The client never receives it. */
export const clientGoneStatus = 499;
