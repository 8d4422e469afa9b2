/** The current time. Every decision that depends on the time gets it as an argument. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
