export const periods = ['hour', 'day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/** The most points of one chart: nobody could read more. */
export const mostPoints = 4_000
