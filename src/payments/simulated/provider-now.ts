/** The simulated provider's instant, as SQL: the only place that says what time it is there. */
export const providerNow = 'clock_timestamp()';
