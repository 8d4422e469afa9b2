/** PENDING: it waits for the other organisation. Past its last day an unanswered request is EXPIRED. */
export const shareStatuses = ['PENDING', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN', 'REVOKED'] as const
export type ShareStatus = (typeof shareStatuses)[number]

/** USE: payment profiles there use the processor. USE_AND_EDIT: people there prepare values of its credential as well. */
export const shareAccesses = ['USE', 'USE_AND_EDIT'] as const
export type ShareAccess = (typeof shareAccesses)[number]

/** In days: a request without an answer ends then. Whoever asks chooses, and 30 where they do not. */
export const answerWithin_days = { usual: 30, least: 1, most: 90 } as const

/** So many processors are offered together at most. */
export const mostOffered = 50

/**
 * A share that more payment profiles use cannot be taken back. Their ids are as many as a body of a request holds, and more than a
 * tree of 5,000 organisations has with one in each.
 */
export const mostShops = 6_500

/**
 * The side on which a viewer stands: `received`, the other organisation shares with them; `sent`, they share; `within`, they
 * see both organisations.
 */
export const shareSides = ['received', 'sent', 'within'] as const
