import type { Knowing, Manifest, ProductFacts } from '../manifest.ts'
import { stripeCardFields } from './stripe.card-fields.ts'

/**
 * The version of Stripe's interface in every request: the one of the types against which the tests hold each request. Since
 * 2026-09-30 a payment names its products in `allowed_payment_method_types`; `payment_method_types` is no parameter any more.
 */
export const STRIPE_VERSION = '2026-10-28.endive'

/** Stripe keeps a key for at least 24 hours. */
const KEY_H = 24

/**
 * A list is right at once, also right after a write. An order that is under way meanwhile is not in it, and has its key: the
 * repetition gets its reply, or is refused.
 */
const listed: Knowing = { outcome: 'reply', key_h: KEY_H, by_reference: { unseen_after_min: 0 }, overdue_h: 24 }
const repeated: Knowing = { ...listed, by_reference: false }

const redirect: Omit<ProductFacts, 'name'> = {
  via: 'redirect',
  capture: 'with_authorization',
  captures: 'one_full',
  refunds: 'partial',
  refund_days: 180,
  keeps: [],
  answers: [],
}
const wallet: Omit<ProductFacts, 'name'> = {
  ...redirect,
  capture: 'both',
  captures: 'one_partial',
  answers: ['ACCEPT', 'DISPUTE'],
}

const zeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const threeDecimal = 'BHD JOD KWD OMR TND'.split(' ')
/** Written with two decimals, which are always 00. */
const wholeWithTwoDecimals = ['ISK', 'UGX']
const twoDecimal = [
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK',
  'DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LBP LKR',
  'LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB',
  'SAR SBD SCR SEK SGD SHP SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD YER ZAR ZMW',
].flatMap((line) => line.split(' '))

/** Those of Klarna's countries. */
const klarnaCurrencies = 'AUD CAD CHF CZK DKK EUR GBP NOK NZD PLN RON SEK USD'.split(' ')

const each = (codes: readonly string[], value: number) => Object.fromEntries(codes.map((code) => [code, value]))

export const stripeManifest: Manifest = {
  name: 'stripe',
  label: 'Stripe',
  addresses: {
    test: { api: 'https://api.stripe.com', files: 'https://files.stripe.com' },
    live: { api: 'https://api.stripe.com', files: 'https://files.stripe.com' },
  },
  credential: [
    {
      name: 'secret_key',
      label: 'Secret key',
      secret: true,
      required: true,
      pattern: '[A-Za-z0-9_]{8,300}',
      begins: { test: '[sr]k_test_', live: '[sr]k_live_' },
      where: {
        nl: 'Stripe Dashboard: Developers, API keys. Begint met sk_ (of rk_ voor een beperkte sleutel)',
        'en-US': 'Stripe Dashboard: Developers, API keys. Begins with sk_ (or rk_ for a restricted key)',
      },
    },
    {
      name: 'publishable_key',
      label: 'Publishable key',
      secret: false,
      required: true,
      pattern: '[A-Za-z0-9_]{8,300}',
      begins: { test: 'pk_test_', live: 'pk_live_' },
      where: {
        nl: 'Stripe Dashboard: Developers, API keys, van hetzelfde account. Begint met pk_',
        'en-US': 'Stripe Dashboard: Developers, API keys, of the same account. Begins with pk_',
      },
    },
    {
      name: 'webhook_secret',
      label: 'Signing secret',
      secret: true,
      required: true,
      pattern: '\\S{8,300}',
      where: {
        nl: 'Stripe Dashboard: Developers, Webhooks, het endpoint met het adres van Kontor, waarvoor alle gebeurtenissen van Charge, Payment Intent, Payout en Refund aan staan. Begint met whsec_',
        'en-US':
          "Stripe Dashboard: Developers, Webhooks, the endpoint with Kontor's address, with all events of Charge, Payment Intent, Payout and Refund selected. Begins with whsec_",
      },
    },
  ],
  products: {
    card: { ...wallet, name: 'card', via: 'card_fields', refund_days: 365, keeps: ['card'] },
    ideal: { ...redirect, name: 'ideal', currencies: ['EUR'] },
    bancontact: { ...redirect, name: 'bancontact', currencies: ['EUR'], asks: ['payer_name'] },
    eps: { ...redirect, name: 'eps', currencies: ['EUR'], asks: ['payer_name'] },
    blik: { ...redirect, name: 'blik', currencies: ['PLN'], asks: ['blik_code'] },
    // A bank takes up to two weeks to say that it paid. A dispute of it is lost at once.
    sepa_debit: {
      ...{ ...redirect, name: 'sepa_debit', via: 'mandate', currencies: ['EUR'], overdue_h: 15 * 24 },
      asks: ['payer_name', 'payer_email', 'iban'],
    },
    paypal: { ...wallet, name: 'paypal', keeps: ['agreement'] },
    // The payer says at Klarna's page who he is; the currency decides which countries he may come from.
    klarna: { ...wallet, name: 'klarna', currencies: klarnaCurrencies },
  },
  money: {
    exponents: { ...each(zeroDecimal, 0), ...each(wholeWithTwoDecimals, 2), ...each(threeDecimal, 3) },
    multiples: { ...each(wholeWithTwoDecimals, 100), ...each(threeDecimal, 10) },
    only: [...twoDecimal, ...zeroDecimal, ...wholeWithTwoDecimals, ...threeDecimal],
    above_zero: true,
  },
  knowing: {
    ...{ authorize: listed, capture: listed, void: listed },
    // A bank may send it back for a month.
    refund: { ...listed, may_fail_d: 31 },
    ...{ accept: repeated, dispute: repeated, revoke_card: repeated, cancel_reference: repeated },
  },
  returned: ['payment_intent', 'payment_intent_client_secret', 'redirect_status'],
  webhook: { proof: 'hmac_body', set_up: 'by_hand', answer: { code: 200, body: '' } },
  card_fields: stripeCardFields,
  settlement: {
    by: 'list',
    needs: {
      nl: 'Laat Stripe automatisch uitbetalen: alleen dan zegt het welke betalingen in een uitbetaling zitten. Voeg je zelf bestanden toe, gebruik dan het rapport “Payout reconciliation”, per uitbetaling en met de kolommen voor metadata kontor en kontor_capture.',
      'en-US':
        'Have Stripe pay out automatically: only then does it say which payments are in a payout. When you add files yourself, use the report “Payout reconciliation”, itemized, with the columns for the metadata kontor and kontor_capture.',
    },
    credential: {
      UPLOAD: [
        {
          ...{ name: 'account_id', label: 'Account ID', secret: false, required: true },
          pattern: 'acct_[A-Za-z0-9]{5,60}',
          where: {
            nl: 'Stripe Dashboard: Settings, Account details. Begint met acct_',
            'en-US': 'Stripe Dashboard: Settings, Account details. Begins with acct_',
          },
        },
      ],
      API: [
        {
          ...{ name: 'secret_key', label: 'Secret or restricted key', secret: true, required: true },
          pattern: '[A-Za-z0-9_]{8,300}',
          begins: { test: '[sr]k_test_', live: '[sr]k_live_' },
          where: {
            nl: 'Stripe Dashboard: Developers, API keys. Een beperkte sleutel moet Accounts, Balance, Payouts, Charges, Refunds, Disputes en PaymentIntents mogen lezen',
            'en-US':
              'Stripe Dashboard: Developers, API keys. A restricted key has to read accounts, balance, payouts, charges, refunds, disputes and payment intents',
          },
        },
      ],
    },
  },
}
