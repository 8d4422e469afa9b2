import type { LeftOut, Truth } from '../truth.ts'
import { chargebackOf, type Item, outcomeOf } from './adyen-notifications.ts'
import { resultOf } from './adyen-payments.ts'
import {
  chargebackEvents,
  eventsForPeople,
  inquiryEvents,
  orderEvents,
  refusalReasons,
  refusalTexts,
  resultCodes,
  uselessEvents,
} from './adyen-words.ts'

const money = { amount: 1_000, currency_code: 'EUR' }
const noItem: Item = {
  ...{ eventCode: '', pspReference: 'P', originalReference: '', merchantAccountCode: '', merchantReference: 'R' },
  ...{ success: 'true', amount: undefined, paymentMethod: 'scheme', reason: '', additionalData: {} },
}
const redirect = { type: 'redirect', url: 'https://bank.example/' }

const results = Object.entries(resultCodes).flatMap(([word, meaning]): Truth[] => {
  const of = (
    approved: 'AUTHORIZED' | 'CAPTURED',
    action: { type: string; url?: string } | undefined,
    when?: string,
  ): Truth => ({
    ...{ of: 'authorize', where: 'resultCode', word, ...(when && { when }) },
    means: resultOf({ resultCode: word, pspReference: 'P', action }, approved),
  })
  if (meaning === 'approved')
    return [
      of('AUTHORIZED', undefined, 'the order asks for a later capture'),
      of('CAPTURED', undefined, 'the order takes the money at once'),
    ]
  if (meaning === 'part') return [{ of: 'authorize', where: 'resultCode', word, means: 'open' }]
  if (meaning !== 'action') return [of('AUTHORIZED', undefined)]
  return [
    of('AUTHORIZED', redirect, 'with an address'),
    of('AUTHORIZED', { type: 'sdk' }, "with a step that only Adyen's script can show"),
  ]
})

const refusals = Object.keys(refusalReasons).map(
  (code): Truth => ({
    ...{ of: 'authorize', where: 'refusalReasonCode', word: code, when: 'the result is `Refused`' },
    means: resultOf(
      { resultCode: 'Refused', refusalReasonCode: code, refusalReason: "Adyen's own words" },
      'AUTHORIZED',
    ),
  }),
)

const received = (['capture', 'void', 'refund', 'cancel_reference'] as const).map(
  (of): Truth => ({ of, where: 'status of the reply', word: 'received', means: { is: 'later' } }),
)

/** The words of Adyen's document that come after each code. */
const refusalsTold = Object.keys(refusalTexts).map(
  (text): Truth => ({
    ...{ of: 'authorize', where: 'reason', word: text, when: '`AUTHORISATION` with success: false' },
    means: outcomeOf({ ...noItem, eventCode: 'AUTHORISATION', success: 'false', reason: text }) ?? 'person',
  }),
)

const event = (word: string, success: string, more: { captured?: true } = {}): Truth => {
  const additionalData: Item['additionalData'] = more.captured ? { 'metadata.kontor_captured': 'true' } : {}
  const said = { ...noItem, eventCode: word, success, additionalData, reason: "Adyen's own words" }
  const isRefusal = yesOf(word) === 'approved' && success === 'false'
  return {
    ...{ of: orderEvents[word]?.operation ?? 'any', where: 'eventCode', word },
    when: `success: ${success}${more.captured ? ', and our note that the money was taken' : ''}${isRefusal ? ', with any other reason than those below: nothing says who refused' : ''}`,
    means: outcomeOf(said) ?? 'person',
  }
}
const yesOf = (word: string) => orderEvents[word]?.yes
const events = Object.entries(orderEvents).flatMap(([word, { yes }]) => [
  event(word, 'true'),
  ...(yes === 'approved' ? [event(word, 'true', { captured: true })] : []),
  event(word, 'false'),
])

const chargebacks = Object.entries(chargebackEvents).flatMap(([word, byStatus]) =>
  (typeof byStatus === 'string' ? [undefined] : Object.keys(byStatus)).map((status): Truth => {
    const said = { ...noItem, eventCode: word, additionalData: status ? { disputeStatus: status } : {} }
    const when = `disputeStatus: ${status || 'none'}`
    return {
      ...{ of: 'chargeback', where: 'eventCode', word, ...(status !== undefined && { when }) },
      means: chargebackOf(said, money)?.status ?? 'person',
    }
  }),
)

export const adyenTruth: readonly Truth[] = [
  ...results,
  ...refusals,
  ...received,
  ...events,
  ...refusalsTold,
  ...chargebacks,
  ...uselessEvents.map((word): Truth => ({ of: 'any', where: 'eventCode', word, means: 'nothing' })),
  ...eventsForPeople.map(
    (word): Truth => ({
      ...{ of: 'any', where: 'eventCode', word },
      means: inquiryEvents.includes(word) ? 'inquiry' : 'person',
    }),
  ),
]

export const leftOut: LeftOut = {
  klarna:
    "Adyen wants the payer's postal address and the lines of the order, and for each partial capture or refund its lines with their price before VAT. Kontor knows no lines, and does not make them up.",
  eps: "Adyen wants the payer's bank, by Adyen's own word for it, which the shop has to let him choose.",
}
