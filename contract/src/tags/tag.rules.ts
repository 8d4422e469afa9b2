/** Colours to choose from, by their names; any other is typed. On each of them black or white reads well. */
export const tagColors = {
  red: '#b91c1c',
  orange: '#c2410c',
  amber: '#a16207',
  olive: '#4d7c0f',
  green: '#15803d',
  teal: '#0f766e',
  sky: '#0369a1',
  blue: '#1d4ed8',
  violet: '#6d28d9',
  purple: '#a21caf',
  pink: '#be185d',
  grey: '#475569',
} as const

/** How far back the uses of a tag are counted, today being one of the days. */
export const recentDays = 28
