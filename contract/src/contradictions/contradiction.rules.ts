/** What a processor contradicts. `not_understood`: it says something for which we have no word. */
export const contradictionKinds = [
  'payment',
  'capture',
  'void',
  'refund',
  'chargeback',
  'answer',
  'not_understood',
] as const
export type ContradictionKind = (typeof contradictionKinds)[number]

/** The word for a payment, capture or refund that a processor made under the reference of ours, besides the one that we know. */
export const madeTwice = 'MADE_TWICE'

/**
 * `ATTACHED`: the payment was given to the cycle or scheduled payment that it was of. `WITHDRAWN`: the processor took its report
 * back. `CLOSED`: a person wrote down what there was to see.
 */
export const contradictionStates = ['OPEN', 'TAKEN_OVER', 'PAID_BACK', 'ATTACHED', 'WITHDRAWN', 'CLOSED'] as const
export type ContradictionState = (typeof contradictionStates)[number]
