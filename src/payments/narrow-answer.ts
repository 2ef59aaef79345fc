import type { AuthorizeAnswer, CaptureAnswer, ReadAnswer, ReleaseAnswer } from './gateway-answers.ts';

/** Converts the state of a payment into the answer to an authorize request. */
export function asAuthorizeAnswer(read: ReadAnswer): AuthorizeAnswer {
  switch (read.outcome) {
    case 'authorized':
    case 'challenged':
    case 'refused':
    case 'unknown':
      return read;
    case 'opened':
      // The request that holds the money may still be under way.
      return { outcome: 'unknown', reason: 'nothing is held yet' };
    case 'captured':
      return { outcome: 'refused', code: 'already_captured' };
    case 'released':
      return { outcome: 'refused', code: 'already_released' };
    case 'expired':
      return { outcome: 'refused', code: 'authorization_expired' };
  }
}

/** Converts the state of a payment into the answer to a capture request. */
export function asCaptureAnswer(read: ReadAnswer): CaptureAnswer {
  switch (read.outcome) {
    case 'captured':
    case 'refused':
    case 'unknown':
      return read;
    case 'authorized':
      // The request that captures it may still be under way.
      return { outcome: 'unknown', reason: 'held, and not captured yet' };
    case 'opened':
    case 'challenged':
      return { outcome: 'refused', code: 'wrong_state' };
    case 'released':
      return { outcome: 'refused', code: 'already_released' };
    case 'expired':
      return { outcome: 'refused', code: 'authorization_expired' };
  }
}

/** Converts the state of a payment into the answer to a release request. */
export function asReleaseAnswer(read: ReadAnswer): ReleaseAnswer {
  switch (read.outcome) {
    case 'released':
    case 'expired':
    case 'captured':
    case 'unknown':
      return read;
    case 'opened':
    case 'challenged':
    case 'authorized':
    case 'refused':
      // Also a payment that was declined can be confirmed again, until it is cancelled.
      return { outcome: 'unknown', reason: `${read.outcome}, and not released yet` };
  }
}
