/** The time, passed as an argument to everything that decides by it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
