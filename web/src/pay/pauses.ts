export const firstPause_ms = 1_000
const longestPause_ms = 300_000

/** The next pause between two looks at a payment under way: about a seventh of the time that it has taken so far. */
export const longerPause = (pause: number): number => Math.min(pause * 1.15, longestPause_ms)
