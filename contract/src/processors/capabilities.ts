/** When a gateway takes the money: by the authorization itself, or by a capture after it. */
export const captureWays = ['with_authorization', 'separate', 'both'] as const
/** What can be captured of what is held. */
export const captureShares = ['one_full', 'one_partial', 'many'] as const
/** What can be paid back of a payment. */
export const refundShares = ['none', 'full', 'partial'] as const

export const chargebackAnswers = ['ACCEPT', 'DISPUTE'] as const
export type ChargebackAnswer = (typeof chargebackAnswers)[number]
