/** The kinds of call. `gap`: something is missing here. */
export const callTypes = ['request', 'processor_call', 'notification', 'webhook', 'gap'] as const
export type CallType = (typeof callTypes)[number]

/** `api`: a program with its key. `jwt`: a person who signed in. `none`: nobody who is known. */
export const authentications = ['api', 'jwt', 'none'] as const
export type Authentication = (typeof authentications)[number]

/**
 * Why something is missing. `no_answer`: a command was carried out, and the server ended before its answer was recorded.
 * `overload`: calls could not be written. `crash`: a process ended without a word. `flood`: a caller made too many.
 */
export const callGaps = ['no_answer', 'overload', 'crash', 'flood'] as const

/** The hundreds of the codes of answers. */
export const codeRanges = {
  success: [200, 299],
  redirect: [300, 399],
  refused: [400, 499],
  failed: [500, 599],
  no_answer: [0, 0],
} as const

/**
 * The headers and bodies of a call are kept, are deleted by now, are for the provider's staff, or say something of an item that the
 * reader may not read.
 */
export const contentStates = ['kept', 'forgotten', 'not_shown', 'not_readable'] as const

/** Days for which headers and bodies are kept. */
export const contentDays = 30
