export const chargebackAnswers = ['ACCEPT', 'DISPUTE'] as const
export type ChargebackAnswer = (typeof chargebackAnswers)[number]
