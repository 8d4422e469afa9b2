import { cardFundings } from '@kontor/contract/payments/transaction.rules'
import type { GatewayCard, Learnt } from '../gateway.ts'
import { tokenOf } from './adyen-tokens.ts'
import { brands } from './adyen-words.ts'

export type AdditionalData = Readonly<Record<string, unknown>>

/**
 * What Adyen says beside a result: which card, how its holder was authenticated, and what was stored. Our account may have any
 * of it switched off. The signature of a notification does not cover it; only its password does.
 */
export function learntFrom(more: AdditionalData): Learnt {
  const token = storedIn(more)
  const card = cardIn(more)
  const three_d_secure = authenticationIn(more)
  if (card) return { card: { ...card, ...(token && { token }) }, ...(three_d_secure && { three_d_secure }) }
  return token === undefined ? {} : { agreement: { token } }
}

function cardIn(more: AdditionalData): GatewayCard | undefined {
  const [, month = '', year = ''] = /^(\d{1,2})\/(\d{4})$/.exec(word(more, 'expiryDate') ?? '') ?? []
  const brand = brandOf(word(more, 'paymentMethod') ?? word(more, 'cardPaymentMethod') ?? '')
  const last_four = word(more, 'cardSummary') ?? ''
  if (brand === undefined || !/^\d{4}$/.test(last_four) || !isMonth(Number(month))) return undefined
  const bin = word(more, 'cardBin') ?? ''
  return {
    ...{ brand, last_four, expiry_month: Number(month), expiry_year: Number(year) },
    ...(/^\d{6,8}$/.test(bin) && { bin }),
    ...issuerIn(more),
  }
}

/** Where the account is set to tell them. Adyen has further words for the funding, which are none of ours. */
function issuerIn(more: AdditionalData): Pick<GatewayCard, 'issuer_country' | 'funding'> {
  const country = word(more, 'cardIssuingCountry') ?? word(more, 'issuerCountry') ?? ''
  const funding = cardFundings.find((each) => each === word(more, 'fundingSource')?.toLowerCase())
  return { ...(/^[A-Z]{2}$/.test(country) && { issuer_country: country }), ...(funding && { funding }) }
}

/** Our word for a brand. A brand without one keeps Adyen's word. */
export function brandOf(theirs: string): string | undefined {
  const word = theirs.toLowerCase()
  return brands[word] ?? (/^[a-z][a-z_]{1,29}$/.test(word) ? word : undefined)
}

const isMonth = (month: number) => month >= 1 && month <= 12

function authenticationIn(more: AdditionalData): Learnt['three_d_secure'] {
  if (more['threeDAuthenticated'] === 'true') return 'AUTHENTICATED'
  if (more['threeDOffered'] === 'true') return 'ATTEMPTED'
  return more['threeDOffered'] === 'false' ? 'NOT_TRIED' : undefined
}

/** Adyen calls it by one of two names, after the account's settings. */
function storedIn(more: AdditionalData): string | undefined {
  const method = word(more, 'tokenization.storedPaymentMethodId') ?? word(more, 'recurring.recurringDetailReference')
  const shopper = word(more, 'tokenization.shopperReference') ?? word(more, 'recurring.shopperReference')
  return method && shopper && shopper.length >= 3 ? tokenOf({ method, shopper }) : undefined
}

function word(more: AdditionalData, name: string): string | undefined {
  const value = more[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
