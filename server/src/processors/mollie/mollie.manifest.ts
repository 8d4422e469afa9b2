import type { CredentialField, Knowing, Manifest, ProductFacts } from '../manifest.ts'
import { mollieCardFields } from './mollie.card-fields.ts'

/** The reply says that the order arrived. Its payment's list has it under our reference. */
const listed: Knowing = {
  ...{ outcome: 'notification', key_h: 1, overdue_h: 72 },
  by_reference: { unseen_after_min: 0 },
}
/** A payment does not say by whose order it ended. */
const unlisted: Knowing = { ...listed, by_reference: false }
/** Mollie takes no answers, and a mandate is revoked by an address that is the same each time. */
const unkeyed: Knowing = { outcome: 'reply', key_h: 0, by_reference: false, overdue_h: 24 }

const direct: Omit<ProductFacts, 'name'> = {
  via: 'redirect',
  capture: 'with_authorization',
  captures: 'one_full',
  refunds: 'partial',
  refund_days: 365,
  // What these leave for later charges is a mandate of another product.
  keeps: [],
  answers: [],
}

const profileId: CredentialField = {
  ...{ name: 'profile_id', label: 'Profile ID', secret: false, required: true, pattern: 'pfl_[A-Za-z0-9]{5,40}' },
  where: {
    nl: 'Ontwikkelaars › API keys, boven de sleutels van jouw profiel; begint met pfl_',
    'en-US': 'Developers › API keys, above the keys of your profile; it begins with pfl_',
  },
}

/** Mollie API v2. `leftOut` of mollie-truth.ts says which product is not here, and why. */
export const mollieManifest: Manifest = {
  name: 'mollie',
  label: 'Mollie',
  addresses: { test: { api: 'https://api.mollie.com/v2' }, live: { api: 'https://api.mollie.com/v2' } },
  credential: [
    {
      ...{ name: 'api_key', label: 'API key', secret: true, required: true },
      pattern: '(test|live)_[A-Za-z0-9]{20,100}',
      begins: { test: 'test_', live: 'live_' },
      where: {
        nl: 'Ontwikkelaars › API keys. De sleutel voor proefbetalingen begint met test_, die voor echte met live_. Automatische incasso weigert Mollie zolang die bij je betaalmethoden niet aanstaat',
        'en-US':
          'Developers › API keys. The key for test payments begins with test_, the one for real payments with live_. Mollie refuses direct debits until they are switched on among your payment methods',
      },
    },
    profileId,
  ],
  products: {
    card: {
      ...direct,
      name: 'creditcard',
      via: 'card_fields',
      capture: 'both',
      captures: 'one_partial',
      keeps: ['card'],
    },
    ideal: { ...direct, name: 'ideal', currencies: ['EUR'] },
    bancontact: { ...direct, name: 'bancontact', currencies: ['EUR'] },
    eps: { ...direct, name: 'eps', currencies: ['EUR'] },
    // The payer types his code at Mollie's page.
    blik: { ...direct, name: 'blik', currencies: ['PLN'] },
    // So he does with his IBAN, where Mollie permits the account one debit by itself; elsewhere it refuses. A bank takes days to say
    // that it paid, and may take the money back for weeks, which is a chargeback.
    sepa_debit: { ...direct, name: 'directdebit', currencies: ['EUR'], overdue_h: 14 * 24 },
    paypal: { ...direct, name: 'paypal', refund_days: 180, keeps: ['agreement'] },
  },
  money: {
    // The currencies of which Mollie says how many decimals they have: those of ISO 4217.
    only: [
      ...['AED', 'AUD', 'BRL', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'ILS', 'ISK', 'JPY'],
      ...['MXN', 'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'RON', 'SEK', 'SGD', 'THB', 'TWD', 'USD', 'ZAR'],
    ],
  },
  knowing: {
    authorize: { ...listed, by_reference: { unseen_after_min: 1 }, overdue_h: 24 },
    // Mollie does not say for how long either may fail.
    capture: { ...listed, may_fail_d: 31 },
    // Banks of some countries take more than a week.
    refund: { ...listed, overdue_h: 240, may_fail_d: 31 },
    ...{ void: unlisted, cancel_reference: unlisted },
    ...{ accept: unkeyed, dispute: unkeyed, revoke_card: unkeyed },
  },
  card_fields: mollieCardFields,
  webhook: { proof: 'none_fetch', set_up: 'per_payment', answer: { code: 200, body: '' } },
  settlement: {
    by: 'list',
    needs: {
      nl: 'Alleen voor echte betalingen, en met een toegangstoken van de organisatie. Heeft de organisatie meer profielen, dan zegt Mollie niet welke kosten van dit profiel zijn.',
      'en-US':
        'For real payments only, and with an access token of the organization. If the organization has several profiles, Mollie does not say which costs are of this one.',
    },
    credential: {
      API: [
        {
          ...{ name: 'access_token', label: 'Organization access token', secret: true, required: true },
          pattern: 'access_[A-Za-z0-9]{20,100}',
          where: {
            nl: 'Ontwikkelaars › Organization access tokens, met de rechten settlements.read, payments.read, refunds.read en profiles.read; begint met access_',
            'en-US':
              'Developers › Organization access tokens, with the permissions settlements.read, payments.read, refunds.read and profiles.read; it begins with access_',
          },
        },
        profileId,
      ],
    },
  },
}
