import type { CredentialField, Knowing, Manifest, ProductFacts } from '../manifest.ts'

/** A reference can be asked for at any time, and a repetition never does the work again. */
const known: Knowing = { outcome: 'reply', key_h: 24 * 365, by_reference: { unseen_after_min: 0 }, overdue_h: 24 }

const direct: Omit<ProductFacts, 'name'> = {
  via: 'redirect',
  capture: 'with_authorization',
  captures: 'one_full',
  refunds: 'partial',
  refund_days: 365,
  keeps: [],
  answers: [],
}
const card: Omit<ProductFacts, 'name'> = {
  via: 'card_fields',
  capture: 'both',
  captures: 'one_partial',
  refunds: 'partial',
  refund_days: 365,
  keeps: ['card'],
  answers: ['ACCEPT', 'DISPUTE'],
}

const apiKey: CredentialField = {
  name: 'api_key',
  label: 'API key',
  secret: true,
  required: true,
  pattern: '\\S{8,200}',
  where: {
    nl: 'De api_key waarmee je het account bij de sandbox hebt gemaakt',
    'en-US': 'The api_key with which you made the account at the sandbox',
  },
}

export const sandboxManifest: Manifest = {
  name: 'sandbox',
  label: 'Sandbox',
  addresses: 'of_installation',
  shares_tokens: true,
  bars_references: true,
  credential: [
    apiKey,
    {
      name: 'notification_secret',
      label: 'Notification secret',
      secret: true,
      required: true,
      pattern: 'whsec_[A-Za-z0-9+/]+=*',
      where: {
        nl: 'De notification_secret van hetzelfde account; begint met whsec_',
        'en-US': 'The notification_secret of the same account; it begins with whsec_',
      },
    },
  ],
  products: {
    card: { ...card, name: 'card' },
    ideal: { ...direct, name: 'ideal' },
    bancontact: { ...direct, name: 'bancontact' },
    eps: { ...direct, name: 'eps' },
    blik: { ...direct, name: 'blik' },
    paypal: { ...card, name: 'paypal', via: 'redirect', keeps: ['agreement'] },
    klarna: { ...card, name: 'klarna', via: 'redirect', keeps: [] },
    // The debtor's bank takes a direct debit back without a dispute: nobody could receive evidence.
    sepa_debit: { ...direct, name: 'sepa_debit', via: 'mandate', answers: ['ACCEPT'] },
  },
  money: {},
  knowing: {
    ...{ authorize: known, capture: known, void: known, refund: known },
    ...{ accept: known, dispute: known, revoke_card: known, cancel_reference: known },
  },
  returned: ['redirectResult'],
  webhook: { proof: 'hmac_body', set_up: 'by_api', answer: { code: 204, body: '' } },
  settlement: { by: 'file', credential: { UPLOAD: [apiKey], API: [apiKey] } },
}
