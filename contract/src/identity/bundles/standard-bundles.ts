import type { Language } from '../../codes/languages.ts'
import { type Area, merchantAreas, providerAreas, type Role } from '../../roles.ts'
import type { BundleKind } from './role-bundle.rules.ts'

type Words = Readonly<Record<Language, string>>

/** A bundle that comes with Kontor and is never changed. */
interface StandardBundle {
  readonly id: string
  readonly name: Words
  readonly description: Words
  readonly roles: readonly Role[]
}

const rolesToRead = (areas: readonly Area[]): Role[] =>
  areas.flatMap((area): Role[] => [`${area}_LIST`, `${area}_STATISTICS`])

const ofMerchants: readonly StandardBundle[] = [
  {
    id: 'owner',
    name: { nl: 'Eigenaar', 'en-US': 'Owner' },
    description: { nl: 'Mag alles bij de winkelier.', 'en-US': 'May do everything at the merchant.' },
    roles: ['USER_ALL'],
  },
  {
    id: 'finance',
    name: { nl: 'Financiën', 'en-US': 'Finance' },
    description: {
      nl: 'Ziet betalingen en cijfers, betaalt terug en volgt uitbetalingen.',
      'en-US': 'Sees payments and figures, gives refunds and follows settlements.',
    },
    roles: [
      ...(['TRANSACTION_LIST', 'TRANSACTION_STATISTICS', 'REFUND_ALL', 'CHARGEBACK_LIST'] as const),
      ...(['SETTLEMENT_ALL', 'SETTLEMENT_LIST', 'REPORT_ALL', 'REPORT_SCHEDULE_ALL', 'BANK_ACCOUNT_LIST'] as const),
    ],
  },
  {
    id: 'support',
    name: { nl: 'Klantenservice', 'en-US': 'Support' },
    description: {
      nl: 'Helpt klanten: zoekt betalingen op, betaalt terug en stuurt betaallinks.',
      'en-US': 'Helps customers: looks payments up, gives refunds and sends payment links.',
    },
    roles: [
      ...(['TRANSACTION_LIST', 'REFUND_LIST', 'REFUND_CREATE', 'CUSTOMER_LIST', 'CUSTOMER_UPDATE'] as const),
      ...(['PAYMENT_LINK_ALL', 'CARD_ADD_ALL', 'SUBSCRIPTION_LIST', 'SUBSCRIPTION_UPDATE', 'TAG_LIST'] as const),
      'CHARGEBACK_LIST',
    ],
  },
  {
    id: 'developer',
    name: { nl: 'Ontwikkelaar', 'en-US': 'Developer' },
    description: {
      nl: 'Sluit systemen aan: betaalprofielen, webhooks en de betaalpagina.',
      'en-US': 'Connects systems: payment profiles, webhooks and the payment page.',
    },
    roles: [
      ...(['TRANSACTION_LIST', 'REFUND_LIST', 'WEBHOOK_ALL', 'WEBHOOK_LIST', 'PAYMENT_PROFILE_LIST'] as const),
      ...(['PAYMENT_PROFILE_UPDATE', 'PROCESSOR_LIST', 'CHECKOUT_ALL', 'TERMINAL_LIST'] as const),
    ],
  },
  {
    id: 'read_only',
    name: { nl: 'Alleen lezen', 'en-US': 'Read only' },
    description: { nl: 'Ziet alles en wijzigt niets.', 'en-US': 'Sees everything and changes nothing.' },
    roles: rolesToRead(merchantAreas),
  },
]

const ofProvider: readonly StandardBundle[] = [
  {
    id: 'owner',
    name: { nl: 'Beheerder', 'en-US': 'Administrator' },
    description: { nl: 'Mag alles, bij elke winkelier.', 'en-US': 'May do everything, at every merchant.' },
    roles: ['PSP_ALL'],
  },
  {
    id: 'finance',
    name: { nl: 'Financiën', 'en-US': 'Finance' },
    description: {
      nl: 'Ziet betalingen en rapporten van alle winkeliers en regelt tarieven en uitbetalingen.',
      'en-US': 'Sees payments and reports of all merchants, and manages prices and settlements.',
    },
    roles: [
      ...(['PSP_MERCHANT_LIST', 'TRANSACTION_LIST', 'TRANSACTION_STATISTICS', 'REFUND_LIST'] as const),
      ...(['CHARGEBACK_LIST', 'PSP_REPORT_LIST', 'PSP_SETTLEMENT_LIST', 'PSP_REVENUESCHEME_ALL'] as const),
      ...(['PSP_COSTSCHEME_ALL', 'PSP_RESERVESCHEME_ALL', 'PSP_PARTNERSCHEME_ALL', 'PSP_PACKAGE_ALL'] as const),
      ...(['PSP_ONE_OFF_ALL', 'PSP_SETTLEMENT_PROFILE_ALL', 'PSP_SETTLEMENT_SCHEDULE_ALL'] as const),
      ...(['PSP_BANK_ACCOUNT_ALL', 'PSP_PROCESSOR_SETTLEMENT_ALL', 'SETTLEMENT_ALL', 'SETTLEMENT_LIST'] as const),
    ],
  },
  {
    id: 'support',
    name: { nl: 'Klantenservice', 'en-US': 'Support' },
    description: {
      nl: 'Helpt winkeliers: kijkt mee in hun betalingen, klanten en instellingen.',
      'en-US': 'Helps merchants: looks at their payments, customers and settings with them.',
    },
    roles: [
      ...(['PSP_MERCHANT_LIST', 'TRANSACTION_LIST', 'REFUND_LIST', 'CHARGEBACK_LIST', 'CUSTOMER_LIST'] as const),
      ...(['PAYMENT_LINK_LIST', 'SUBSCRIPTION_LIST', 'ORGANISATION_LIST', 'PAYMENT_PROFILE_LIST'] as const),
      ...(['WEBHOOK_LIST', 'TERMINAL_LIST', 'PLATFORMUSER_LIST'] as const),
    ],
  },
  {
    id: 'developer',
    name: { nl: 'Ontwikkelaar', 'en-US': 'Developer' },
    description: {
      nl: 'Sluit processors aan en zoekt uit wat er misging.',
      'en-US': 'Connects processors, and finds out what went wrong.',
    },
    roles: [
      ...(['PSP_MERCHANT_LIST', 'PSP_PROCESSOR_ALL', 'PSP_MIDDLEWARE_ALL', 'PSP_AUDITTRAIL_LIST'] as const),
      ...(['TRANSACTION_LIST', 'REFUND_LIST', 'WEBHOOK_ALL', 'WEBHOOK_LIST', 'PAYMENT_PROFILE_ALL'] as const),
      'PSP_APIKEY_LIST',
    ],
  },
  {
    id: 'read_only',
    name: { nl: 'Alleen lezen', 'en-US': 'Read only' },
    description: {
      nl: 'Ziet alles van alle winkeliers en wijzigt niets.',
      'en-US': 'Sees everything of all merchants, and changes nothing.',
    },
    roles: rolesToRead([...providerAreas, ...merchantAreas]),
  },
]

export const standardBundles: Readonly<Record<BundleKind, readonly StandardBundle[]>> = {
  merchant: ofMerchants,
  provider: ofProvider,
}
