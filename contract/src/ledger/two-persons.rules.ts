import { exponentOf, isCurrencyCode } from '../money.ts'

/** Units of any currency, by what a person decides about: above it one person does not decide alone. */
const mostAlone = { WRITE_OFF: 50, ONE_OFF: 500, SETTLEMENT_UPDATE: 500, STATUS_UPDATE: 500 } as const

/** True when the amount, in minor units and of any sign, is more than one person decides about. So is one of an unknown currency. */
export const isMoreThanAlone = (what: keyof typeof mostAlone, amount: number, currency: string): boolean =>
  !isCurrencyCode(currency) || Math.abs(amount) > mostAlone[what] * 10 ** exponentOf(currency)
