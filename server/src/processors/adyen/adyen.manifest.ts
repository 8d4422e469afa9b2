import type { CredentialField, Knowing, Manifest, ProductFacts } from '../manifest.ts'
import { adyenCardFields, adyenRegions } from './adyen.card-fields.ts'

/** The reply says that the order arrived, and a notification what became of it. */
const told: Knowing = { outcome: 'notification', key_h: 168, by_reference: false, overdue_h: 72 }
/** The Dispute API and the stored payment methods know no key: a second one is refused there, or changes nothing. */
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
const held: Omit<ProductFacts, 'name'> = {
  via: 'redirect',
  capture: 'both',
  // More than one only where Adyen has switched it on for the account.
  captures: 'one_partial',
  refunds: 'partial',
  refund_days: 365,
  keeps: [],
  answers: ['ACCEPT', 'DISPUTE'],
}

const merchantAccount: CredentialField = {
  ...{ name: 'merchant_account', label: 'Merchant account', secret: false, required: true, pattern: '\\S{1,80}' },
  where: {
    nl: 'Linksboven in de Customer Area, onder je bedrijfsaccount. Neem de hoofdletters over',
    'en-US': 'At the top left of the Customer Area, below your company account. Capitals matter',
  },
}

/** Checkout v71 and Dispute API v30. */
export const adyenManifest: Manifest = {
  name: 'adyen',
  label: 'Adyen',
  returned: ['redirectResult', 'payload', 'MD', 'PaRes'],
  resumes_by_name: true,
  addresses: {
    test: {
      checkout: 'https://checkout-test.adyen.com/v71',
      disputes: 'https://ca-test.adyen.com/ca/services/DisputeService/v30',
      reports: 'https://ca-test.adyen.com/reports/download',
    },
    live: {
      checkout: 'https://{live_prefix}-checkout-live.adyenpayments.com/checkout/v71',
      disputes: 'https://ca-live.adyen.com/ca/services/DisputeService/v30',
      reports: 'https://ca-live.adyen.com/reports/download',
    },
  },
  credential: [
    {
      ...{ name: 'api_key', label: 'API key', secret: true, required: true, pattern: '\\S{20,500}' },
      where: {
        nl: 'Developers › API credentials › jouw credential › Server settings. De sleutel is alleen te zien als je hem maakt',
        'en-US':
          'Developers › API credentials › your credential › Server settings. The key is shown only when you make it',
      },
    },
    merchantAccount,
    {
      ...{ name: 'client_key', label: 'Client key', secret: false, required: true },
      pattern: '(test|live)_[A-Z0-9]{10,60}',
      begins: { test: 'test_', live: 'live_' },
      where: {
        nl: 'Developers › API credentials › jouw credential › Client settings. Zet bij Allowed origins ook het adres van onze kaartvelden{fields_url}',
        'en-US':
          'Developers › API credentials › your credential › Client settings. Add the address of our card fields{fields_url} to the allowed origins',
      },
    },
    {
      ...{ name: 'hmac_keys', label: 'HMAC key', secret: true, required: true },
      pattern: '[0-9A-Fa-f]{64}(,[0-9A-Fa-f]{64})?',
      where: {
        nl: 'Developers › Webhooks › jouw webhook › Security. Vervang je de sleutel, zet dan de nieuwe en de oude hier, met een komma ertussen',
        'en-US':
          'Developers › Webhooks › your webhook › Security. While you replace the key, enter the new and the old one here, with a comma between them',
      },
    },
    {
      ...{ name: 'webhook_user', label: 'Webhook user name', secret: false, required: true, pattern: '[^:\\s]{1,200}' },
      where: {
        nl: 'Developers › Webhooks › jouw webhook › Security › Basic authentication. Zet daar bij Events ook PENDING aan: dan zie je welke betalingen nog onderweg zijn',
        'en-US':
          'Developers › Webhooks › your webhook › Security › Basic authentication. Switch on PENDING there under Events: then you see which payments are still on their way',
      },
    },
    {
      ...{ name: 'webhook_password', label: 'Webhook password', secret: true, required: true, pattern: '\\S{8,200}' },
      where: {
        nl: 'Op dezelfde plek; je kiest het zelf',
        'en-US': 'In the same place; you choose it yourself',
      },
    },
    {
      ...{ name: 'live_prefix', label: 'Live URL prefix', secret: false, required: 'live', only_live: true },
      pattern: '[0-9a-f]{8,40}-[A-Za-z0-9]{1,80}',
      where: {
        nl: 'Developers › API URLs › Prefix',
        'en-US': 'Developers › API URLs › Prefix',
      },
    },
    {
      ...{ name: 'live_region', label: 'Live region', secret: false, required: false, only_live: true },
      pattern: ['eu', ...adyenRegions].join('|'),
      where: {
        nl: 'Het datacentrum van je live-account: us, au, apse, in of nea. Laat dit leeg voor Europa',
        'en-US': 'The data center of your live account: us, au, apse, in or nea. Leave this empty for Europe',
      },
    },
  ],
  products: {
    card: { ...held, name: 'scheme', via: 'card_fields', keeps: ['card'] },
    ideal: { ...direct, name: 'ideal', currencies: ['EUR'] },
    bancontact: { ...direct, name: 'bcmc', currencies: ['EUR'], answers: ['ACCEPT', 'DISPUTE'] },
    paypal: { ...held, name: 'paypal', refund_days: 180, keeps: ['agreement'] },
    // A bank takes days to say that it paid, and may take the money back for weeks, which is a chargeback.
    sepa_debit: {
      ...{ ...direct, name: 'sepadirectdebit', via: 'mandate', currencies: ['EUR'], overdue_h: 14 * 24 },
      asks: ['payer_name', 'iban'],
    },
    blik: { ...direct, name: 'blik', currencies: ['PLN'], asks: ['blik_code'] },
    // `leftOut` of adyen-truth.ts says what is not here, and why.
  },
  // Adyen's own decimals: elsewhere it keeps ISO 4217.
  money: { exponents: { CLP: 2, CVE: 0, IDR: 0, ISK: 2 } },
  knowing: {
    authorize: { outcome: 'reply', key_h: 168, by_reference: false, overdue_h: 24 },
    ...{ capture: told, void: told, cancel_reference: told },
    // Banks of some countries take more than a week.
    refund: { ...told, overdue_h: 240 },
    ...{ accept: unkeyed, dispute: unkeyed, revoke_card: unkeyed },
  },
  webhook: { proof: 'hmac_per_item', set_up: 'by_hand', answer: { code: 200, body: '[accepted]' } },
  card_fields: adyenCardFields,
  settlement: {
    by: 'file',
    needs: {
      nl: 'Zet bij Adyen het rapport “Settlement details” aan voor elk account, met alle standaardkolommen. Ophalen kan pas als Adyen het eerste rapport heeft gemeld of als je er een hebt toegevoegd.',
      'en-US':
        'Switch on the report “Settlement details” at Adyen for each account, with all its standard columns. Fetching begins when Adyen has announced the first report, or when you have added one.',
    },
    credential: {
      UPLOAD: [merchantAccount],
      API: [
        merchantAccount,
        {
          ...{
            name: 'report_user',
            label: 'Report user name',
            secret: false,
            required: true,
            pattern: '[^:\\s]{1,200}',
          },
          where: {
            nl: 'Developers › API credentials, een credential van het type Report user',
            'en-US': 'Developers › API credentials, a credential of the type Report user',
          },
        },
        {
          ...{ name: 'report_password', label: 'Report user password', secret: true, required: true },
          pattern: '\\S{8,200}',
          where: {
            nl: 'Op dezelfde plek, onder Authentication',
            'en-US': 'In the same place, under Authentication',
          },
        },
      ],
    },
  },
}
