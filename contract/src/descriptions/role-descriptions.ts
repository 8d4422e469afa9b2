import type { Language } from '../codes/languages.ts'
import { type Area, merchantAreas, providerAreas, type Role } from '../roles.ts'

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

/** What there is to see and do in an area, in one sentence. */
export const aboutArea = (area: Area, language: Language): string => abouts[area][language]

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
  SETTLEMENT: { nl: 'afrekeningen', 'en-US': 'settlements' },
  TAG: { nl: 'labels', 'en-US': 'tags' },
  VALIDATION_RULESET: { nl: 'frauderegels', 'en-US': 'risk rules' },
  ROUTING: { nl: 'intelligente routering', 'en-US': 'intelligent routing' },
  TERMINAL: { nl: 'betaalterminals', 'en-US': 'terminals' },
  WEBHOOK: { nl: 'webhooks', 'en-US': 'webhooks' },
  ORGANISATION: { nl: 'organisaties', 'en-US': 'organisations' },
  PAYMENT_PROFILE: { nl: 'betaalprofielen', 'en-US': 'payment profiles' },
  PROCESSOR: { nl: 'processors', 'en-US': 'processors' },
  BANK_ACCOUNT: { nl: 'bankrekeningen', 'en-US': 'bank accounts' },
  CHECKOUT: { nl: 'betaalpagina’s', 'en-US': 'payment pages' },
  PLATFORMUSER: { nl: 'gebruikers van de winkelier', 'en-US': 'users of the merchant' },
  SHARE: { nl: 'gedeelde inloggegevens van processors', 'en-US': 'shared processor credentials' },
  AUDITTRAIL: { nl: 'het logboek van de winkelier', 'en-US': 'the audit trail of the merchant' },
  PSP_MERCHANT: { nl: 'winkeliers', 'en-US': 'merchants' },
  PSP_REPORT: { nl: 'dag- en maandrapporten van de provider', 'en-US': 'daily and monthly reports of the provider' },
  PSP_SETTLEMENT: { nl: 'afrekeningen van alle winkeliers', 'en-US': 'settlements of all merchants' },
  PSP_REVENUESCHEME: { nl: 'opbrengsttarieven', 'en-US': 'revenue schemes' },
  PSP_COSTSCHEME: { nl: 'kostentarieven', 'en-US': 'cost schemes' },
  PSP_RESERVESCHEME: { nl: 'reserveringen', 'en-US': 'reserve schemes' },
  PSP_PARTNERSCHEME: { nl: 'partnertarieven', 'en-US': 'partner schemes' },
  PSP_PACKAGE: { nl: 'pakketten', 'en-US': 'packages' },
  PSP_ONE_OFF: { nl: 'eenmalige posten', 'en-US': 'one-off amounts' },
  PSP_SETTLEMENT_PROFILE: { nl: 'afrekeningsprofielen', 'en-US': 'settlement profiles' },
  PSP_SETTLEMENT_SCHEDULE: { nl: 'afrekeningsschema’s', 'en-US': 'settlement schedules' },
  PSP_BANK_ACCOUNT: { nl: 'bankrekeningen van de provider', 'en-US': 'bank accounts of the provider' },
  PSP_AUDITTRAIL: { nl: 'het logboek', 'en-US': 'the audit trail' },
  PSP_PROCESSOR: { nl: 'processors van alle winkeliers', 'en-US': 'processors of all merchants' },
  PSP_PROCESSOR_SETTLEMENT: { nl: 'processorafrekeningen', 'en-US': 'settlements by processors' },
  PSP_MIDDLEWARE: { nl: 'middleware', 'en-US': 'middleware' },
  PSP_SAP: { nl: 'de koppeling met SAP', 'en-US': 'the link to SAP' },
  PSP_USER: { nl: 'gebruikers van de provider', 'en-US': 'users of the provider' },
  PSP_WELCOME: { nl: 'welkomstmails', 'en-US': 'welcome mails' },
  PSP_IMPORT: { nl: 'imports', 'en-US': 'imports' },
  PSP_APIKEY: { nl: 'API-sleutels', 'en-US': 'API keys' },
}

const abouts: Readonly<Record<Area, Words>> = {
  TRANSACTION: {
    nl: 'Betalingen van klanten: bekijken, innen en laten vervallen.',
    'en-US': 'Payments of customers: seeing, capturing and voiding them.',
  },
  REFUND: { nl: 'Geld van betalingen teruggeven aan klanten.', 'en-US': 'Giving money of payments back to customers.' },
  CHARGEBACK: {
    nl: 'Betalingen die een klant bij de bank betwist, en je antwoord daarop.',
    'en-US': 'Payments that a customer disputes at the bank, and your answer to it.',
  },
  CUSTOMER: {
    nl: 'Gegevens van klanten en hun bewaarde kaarten.',
    'en-US': 'Data of customers, and their stored cards.',
  },
  PAYMENT_LINK: {
    nl: 'Links waarmee een klant zelf betaalt.',
    'en-US': 'Links by which a customer pays.',
  },
  CARD_ADD: {
    nl: 'Links waarmee een klant een kaart opslaat.',
    'en-US': 'Links by which a customer stores a card.',
  },
  SCHEDULED_TRANSACTION: {
    nl: 'Betalingen die op een later moment van een kaart worden afgeschreven.',
    'en-US': 'Payments that are taken from a card at a later time.',
  },
  PLAN: { nl: 'Wat een abonnement kost en hoe vaak.', 'en-US': 'What a subscription costs, and how often.' },
  SUBSCRIPTION: { nl: 'Klanten die steeds opnieuw betalen.', 'en-US': 'Customers who pay again and again.' },
  SUBSCRIPTION_DISCOUNT: {
    nl: 'Kortingen die een abonnement kan krijgen.',
    'en-US': 'Discounts that a subscription can get.',
  },
  REPORT: {
    nl: 'Rapporten over transacties, om te downloaden.',
    'en-US': 'Reports about transactions, to download.',
  },
  REPORT_SCHEDULE: {
    nl: 'Rapporten die vanzelf worden gemaakt en verstuurd.',
    'en-US': 'Reports that are made and sent by themselves.',
  },
  SETTLEMENT: {
    nl: 'Wat op je bankrekening wordt uitbetaald, met de kosten.',
    'en-US': 'What is paid out to your bank account, with the fees.',
  },
  TAG: { nl: 'Gekleurde woorden op betalingen.', 'en-US': 'Colored words on payments.' },
  VALIDATION_RULESET: {
    nl: 'Regels die verdachte betalingen tegenhouden of merken.',
    'en-US': 'Rules that block or mark suspicious payments.',
  },
  ROUTING: {
    nl: 'Regels die kiezen welke processor een betaling doet.',
    'en-US': 'Rules that choose which processor takes a payment.',
  },
  TERMINAL: { nl: 'Pinapparaten in winkels.', 'en-US': 'Card readers in shops.' },
  WEBHOOK: {
    nl: 'Berichten aan je eigen systeem, en het geheim dat ze ondertekent.',
    'en-US': 'Messages to your own system, and the secret that signs them.',
  },
  ORGANISATION: {
    nl: 'De onderdelen van de winkelier, zoals vestigingen.',
    'en-US': 'The parts of the merchant, such as branches.',
  },
  PAYMENT_PROFILE: {
    nl: 'Webshops en winkels, met de processors waarmee ze betalingen aannemen.',
    'en-US': 'Web shops and stores, with the processors by which they take payments.',
  },
  PROCESSOR: {
    nl: 'De aansluitingen bij betaaldienstverleners en hun inloggegevens.',
    'en-US': 'The connections to payment companies, and their credentials.',
  },
  BANK_ACCOUNT: {
    nl: 'De bankrekeningen waarop wordt uitbetaald.',
    'en-US': 'The bank accounts that are paid out to.',
  },
  CHECKOUT: { nl: 'Hoe de betaalpagina eruitziet.', 'en-US': 'The look of the payment page.' },
  PLATFORMUSER: {
    nl: 'Wie er bij de winkelier inlogt, en met welke rollen.',
    'en-US': 'Who signs in at the merchant, and with which roles.',
  },
  SHARE: {
    nl: 'Processors die een andere organisatie mag gebruiken.',
    'en-US': 'Processors that another organisation may use.',
  },
  PSP_MERCHANT: {
    nl: 'Winkeliers toevoegen, wijzigen en aan- of uitzetten.',
    'en-US': 'Adding merchants, changing them, and switching them on or off.',
  },
  PSP_REPORT: {
    nl: 'Cijfers over alle winkeliers, per dag en per maand.',
    'en-US': 'Figures about all merchants, by day and by month.',
  },
  PSP_SETTLEMENT: {
    nl: 'Wat er aan alle winkeliers wordt uitbetaald.',
    'en-US': 'What is paid out to all merchants.',
  },
  PSP_REVENUESCHEME: { nl: 'Wat winkeliers per betaling betalen.', 'en-US': 'What merchants pay for each payment.' },
  PSP_COSTSCHEME: {
    nl: 'Wat processors de provider per betaling kosten.',
    'en-US': 'What processors cost the provider for each payment.',
  },
  PSP_RESERVESCHEME: {
    nl: 'Geld van winkeliers dat een tijd wordt vastgehouden.',
    'en-US': 'Money of merchants that is held for a while.',
  },
  PSP_PARTNERSCHEME: {
    nl: 'Wat partners aan winkeliers verdienen.',
    'en-US': 'What partners earn from merchants.',
  },
  PSP_PACKAGE: {
    nl: 'Tarieven en afspraken die samen aan winkeliers worden verkocht.',
    'en-US': 'Prices and agreements that are sold to merchants together.',
  },
  PSP_ONE_OFF: {
    nl: 'Losse bedragen die met een uitbetaling worden verrekend.',
    'en-US': 'Single amounts that a settlement takes into account.',
  },
  PSP_SETTLEMENT_PROFILE: {
    nl: 'Hoe en waarop een winkelier wordt uitbetaald.',
    'en-US': 'How and where a merchant is paid out.',
  },
  PSP_SETTLEMENT_SCHEDULE: {
    nl: 'Op welke dagen er wordt uitbetaald.',
    'en-US': 'The days on which money is paid out.',
  },
  PSP_BANK_ACCOUNT: {
    nl: 'De rekeningen waarvan de provider uitbetaalt.',
    'en-US': 'The accounts from which the provider pays out.',
  },
  AUDITTRAIL: {
    nl: 'Wat je systemen en gebruikers vroegen, en wat daarop volgde.',
    'en-US': 'What your systems and users asked, and what followed.',
  },
  PSP_AUDITTRAIL: {
    nl: 'Wat er door wie aan het systeem is gevraagd.',
    'en-US': 'What was asked of the system, and by whom.',
  },
  PSP_PROCESSOR: {
    nl: 'Processors aansluiten, en oplossen wat zij anders melden dan Kontor.',
    'en-US': 'Connecting processors, and solving where their reports differ from Kontor.',
  },
  PSP_PROCESSOR_SETTLEMENT: {
    nl: 'Wat processors aan de provider uitbetalen.',
    'en-US': 'What processors pay out to the provider.',
  },
  PSP_MIDDLEWARE: {
    nl: 'Diensten tussen Kontor en de processors.',
    'en-US': 'Services between Kontor and the processors.',
  },
  PSP_SAP: { nl: 'Boekingen die naar SAP gaan.', 'en-US': 'Bookings that go to SAP.' },
  PSP_USER: {
    nl: 'Wie er bij de provider inlogt, met welke rollen, en alle aanmeldingen.',
    'en-US': 'Who signs in at the provider, with which roles, and all sign-ins.',
  },
  PSP_WELCOME: { nl: 'De mails die nieuwe gebruikers krijgen.', 'en-US': 'The mails that new users get.' },
  PSP_IMPORT: {
    nl: 'Gegevens uit bestanden overnemen.',
    'en-US': 'Taking over data from files.',
  },
  PSP_APIKEY: {
    nl: 'De sleutels waarmee programma’s van winkeliers werken.',
    'en-US': 'The keys by which the programs of merchants work.',
  },
}
