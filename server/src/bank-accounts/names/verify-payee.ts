import type { NameCheck } from '@kontor/contract/bank-accounts/bank-account.rules'

/** What a bank said about the holder of an account. */
export interface PayeeAnswer {
  answer: NameCheck
  /** The name that the bank has, where ours is CLOSE to it. */
  suggested: string | null
}

export interface PayeeQuestion {
  iban: string
  holder: string
}

/** On whose behalf a bank is asked, for the trail of calls. */
export interface AskedFor {
  merchant: string | undefined
  /** The call that needs to know. */
  cause: string
}

/**
 * Asks whether a name is that of the holder of an account (verification of payee, which banks in the European Union offer since
 * October 2025). It never throws, and answers within seconds: a bank that says nothing is UNAVAILABLE.
 */
export type VerifyPayee = (question: PayeeQuestion, asked: AskedFor) => Promise<PayeeAnswer>

/** The answer where no bank is connected. */
export const unavailable: PayeeAnswer = { answer: 'UNAVAILABLE', suggested: null }
