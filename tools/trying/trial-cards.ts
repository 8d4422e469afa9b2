/** Cards of a gateway's test system, as tokens that its adapter takes from a payer's browser, and what payers type elsewhere. */
export interface TrialCards {
  approved: string
  declined: string
  /** One whose bank wants to see the payer. */
  asksPayer: string
  /** The account of a direct debit, its holder, and a code of BLIK. */
  typed: { iban: string; name: string; blik_code: string }
}

const adyen = (number: string, more: object = {}) =>
  JSON.stringify({
    ...{ encryptedCardNumber: `test_${number}`, encryptedExpiryMonth: 'test_03', encryptedExpiryYear: 'test_2030' },
    ...{ encryptedSecurityCode: 'test_737', ...more },
  })

/** From the gateways' pages about testing. Mollie has no such tokens: its payer chooses the outcome at a page. */
export const trialCards: Readonly<Record<string, TrialCards>> = {
  adyen: {
    approved: adyen('4111111111111111'),
    declined: adyen('4111111111111111', { holderName: 'DECLINED' }),
    asksPayer: adyen('4212345678910006'),
    typed: { iban: 'NL13TEST0123456789', name: 'A. Klaassen', blik_code: '777987' },
  },
  stripe: {
    approved: 'pm_card_visa',
    declined: 'pm_card_visa_chargeDeclined',
    asksPayer: 'pm_card_threeDSecure2Required',
    typed: { iban: 'NL39RABO0300065264', name: 'A. Klaassen', blik_code: '123456' },
  },
}
