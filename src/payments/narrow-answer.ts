import type { AuthorizeAnswer, CaptureAnswer, ReadAnswer, ReleaseAnswer } from './gateway.ts';

/** What a payment that stands as read means to somebody who wants to know whether the money is held. */
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

/** … to somebody who asked for its capture. */
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

/** … to somebody who asked for its release. */
export function asReleaseAnswer(read: ReadAnswer): ReleaseAnswer {
  switch (read.outcome) {
    case 'released':
    case 'expired':
    case 'refused':
    case 'unknown':
      return read;
    case 'captured':
      return { outcome: 'refused', code: 'already_captured' };
    case 'opened':
    case 'challenged':
    case 'authorized':
      return { outcome: 'unknown', reason: `${read.outcome}, and not released yet` };
  }
}
