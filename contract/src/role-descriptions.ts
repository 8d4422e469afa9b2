import type { Language } from './codes/languages.ts'
import { type Area, merchantAreas, providerAreas, type Role } from './roles.ts'

/** A sentence in plain words about what a role permits, composed from its area and its verb. */
export function describeRole(role: Role, language: Language): string {
  const whole = wholes[role as keyof typeof wholes]
  if (whole) return whole[language]
  const area = [...merchantAreas, ...providerAreas].find((name) => verbOf(role, name) !== undefined)
  // Every role that is not a whole consists of an area and a verb.
  if (!area) return role
  return sentences[language][verbOf(role, area) as Verb](areaNames[area][language])
}

/** The name of an area as a title: "Payment links". */
export function nameOfArea(area: Area, language: Language): string {
  const name = areaNames[area][language]
  return name.charAt(0).toUpperCase() + name.slice(1)
}

type Verb = 'ALL' | 'LIST' | 'CREATE' | 'UPDATE' | 'DELETE' | 'STATISTICS'
type Words = Readonly<Record<Language, string>>

/** `SUBSCRIPTION_DISCOUNT_LIST` is not a verb of `SUBSCRIPTION`. */
function verbOf(role: Role, area: Area): Verb | undefined {
  const rest = role.startsWith(`${area}_`) ? role.slice(area.length + 1) : ''
  return rest in sentences.nl ? (rest as Verb) : undefined
}

const sentences: Readonly<Record<Language, Record<Verb, (what: string) => string>>> = {
  nl: {
    ALL: (what) => `Alles met ${what}`,
    LIST: (what) => `Bekijkt ${what}`,
    CREATE: (what) => `Maakt ${what} aan`,
    UPDATE: (what) => `Wijzigt ${what}`,
    DELETE: (what) => `Verwijdert ${what}`,
    STATISTICS: (what) => `Bekijkt statistieken van ${what}`,
  },
  'en-US': {
    ALL: (what) => `Everything with ${what}`,
    LIST: (what) => `Views ${what}`,
    CREATE: (what) => `Creates ${what}`,
    UPDATE: (what) => `Edits ${what}`,
    DELETE: (what) => `Deletes ${what}`,
    STATISTICS: (what) => `Views statistics of ${what}`,
  },
}

const wholes = {
  USER_ALL: { nl: 'Volledige toegang tot de winkelier', 'en-US': 'Full access to the merchant' },
  PSP_ALL: {
    nl: 'Volledige toegang voor de provider, bij elke winkelier',
    'en-US': 'Full access for the provider, at every merchant',
  },
  PSP_SUPER: {
    nl: 'Beheer van de installatie zelf, en wie er supergebruiker is',
    'en-US': 'Administration of the installation itself, and who is a super user',
  },
} as const satisfies Partial<Record<Role, Words>>

const areaNames: Readonly<Record<Area, Words>> = {
  TRANSACTION: { nl: 'transacties', 'en-US': 'transactions' },
  REFUND: { nl: 'terugbetalingen', 'en-US': 'refunds' },
  CHARGEBACK: { nl: 'terugboekingen', 'en-US': 'chargebacks' },
  CUSTOMER: { nl: 'klanten', 'en-US': 'customers' },
  PAYMENT_LINK: { nl: 'betaallinks', 'en-US': 'payment links' },
  CARD_ADD: { nl: 'kaartlinks', 'en-US': 'links to add a card' },
  SCHEDULED_TRANSACTION: { nl: 'geplande transacties', 'en-US': 'scheduled transactions' },
  PLAN: { nl: 'abonnementsplannen', 'en-US': 'subscription plans' },
  SUBSCRIPTION: { nl: 'abonnementen', 'en-US': 'subscriptions' },
  SUBSCRIPTION_DISCOUNT: { nl: 'kortingen op abonnementen', 'en-US': 'subscription discounts' },
  REPORT: { nl: 'rapporten', 'en-US': 'reports' },
  REPORT_SCHEDULE: { nl: 'geplande rapporten', 'en-US': 'report schedules' },
  SETTLEMENT: { nl: 'uitbetalingen', 'en-US': 'settlements' },
  TAG: { nl: 'labels', 'en-US': 'tags' },
  VALIDATION_RULESET: { nl: 'frauderegels', 'en-US': 'risk rules' },
  ROUTING: { nl: 'intelligente routering', 'en-US': 'intelligent routing' },
  TERMINAL: { nl: 'betaalterminals', 'en-US': 'terminals' },
  WEBHOOK: { nl: 'webhooks', 'en-US': 'webhooks' },
  ORGANISATION: { nl: 'organisaties', 'en-US': 'organizations' },
  PAYMENT_PROFILE: { nl: 'betaalprofielen', 'en-US': 'payment profiles' },
  PROCESSOR: { nl: 'processors', 'en-US': 'processors' },
  BANK_ACCOUNT: { nl: 'bankrekeningen', 'en-US': 'bank accounts' },
  CHECKOUT: { nl: 'betaalpagina’s', 'en-US': 'payment pages' },
  PLATFORMUSER: { nl: 'gebruikers van de winkelier', 'en-US': 'users of the merchant' },
  SHARE: { nl: 'gedeelde inloggegevens van processors', 'en-US': 'shared processor credentials' },
  PSP_MERCHANT: { nl: 'winkeliers', 'en-US': 'merchants' },
  PSP_REPORT: { nl: 'dag- en maandrapporten van de provider', 'en-US': 'daily and monthly reports of the provider' },
  PSP_SETTLEMENT: { nl: 'uitbetalingsrapporten van de provider', 'en-US': 'settlement reports of the provider' },
  PSP_REVENUESCHEME: { nl: 'opbrengsttarieven', 'en-US': 'revenue schemes' },
  PSP_COSTSCHEME: { nl: 'kostentarieven', 'en-US': 'cost schemes' },
  PSP_RESERVESCHEME: { nl: 'reserveringen', 'en-US': 'reserve schemes' },
  PSP_PARTNERSCHEME: { nl: 'partnertarieven', 'en-US': 'partner schemes' },
  PSP_PACKAGE: { nl: 'pakketten', 'en-US': 'packages' },
  PSP_ONE_OFF: { nl: 'eenmalige posten', 'en-US': 'one-off amounts' },
  PSP_SETTLEMENT_PROFILE: { nl: 'uitbetalingsprofielen', 'en-US': 'settlement profiles' },
  PSP_SETTLEMENT_SCHEDULE: { nl: 'uitbetalingsschema’s', 'en-US': 'settlement schedules' },
  PSP_BANK_ACCOUNT: { nl: 'bankrekeningen van de provider', 'en-US': 'bank accounts of the provider' },
  PSP_AUDITTRAIL: { nl: 'het logboek', 'en-US': 'the audit trail' },
  PSP_PROCESSOR: { nl: 'processors van alle winkeliers', 'en-US': 'processors of all merchants' },
  PSP_PROCESSOR_SETTLEMENT: { nl: 'uitbetalingen door processors', 'en-US': 'settlements by processors' },
  PSP_MIDDLEWARE: { nl: 'middleware', 'en-US': 'middleware' },
  PSP_SAP: { nl: 'de koppeling met SAP', 'en-US': 'the link to SAP' },
  PSP_USER: { nl: 'gebruikers van de provider', 'en-US': 'users of the provider' },
  PSP_WELCOME: { nl: 'welkomstmails', 'en-US': 'welcome mails' },
  PSP_IMPORT: { nl: 'imports', 'en-US': 'imports' },
  PSP_APIKEY: { nl: 'API-sleutels', 'en-US': 'API keys' },
}
