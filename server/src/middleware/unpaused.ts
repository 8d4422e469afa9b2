/** A middleware of which no silence is known. */
export const unpaused = { silent_in_row: 0, paused_until: null } as const
