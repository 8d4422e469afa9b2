/** Named colours to choose from; a person types any other. Black or white is readable on each. */
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

/** The number of days over which the uses of a tag are counted, including today. */
export const recentDays = 28
