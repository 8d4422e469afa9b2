import { targetsOf } from '@kontor/contract/imports/import.rules'
import type { Reader } from '../platform/db/database.ts'
import { bindMapping } from './file/mapping.ts'
import type { StoredImport } from './stored-import.ts'

type Mapping = Record<string, string>

/** The mapping of this import, else of the merchant's last one of the type, else columns whose names say what they are. */
export async function proposeMapping(db: Reader, of: StoredImport, header: readonly string[]): Promise<Mapping> {
  const last = await db
    .selectFrom('import_mapping')
    .select('mapping')
    .where('merchant_id', '=', of.merchant_id)
    .where('type', '=', of.type)
    .executeTakeFirst()
  // checkImport wrote it.
  const earlier = (last?.mapping ?? {}) as Mapping
  const kept = [of.mapping, saysOfWholeFile(of, earlier) ? {} : earlier]
  return kept.find((each) => Object.keys(each).length > 0 && fits(each, header)) ?? byNames(of, header)
}

/** A status for a whole file, or its webhooks, is not meant for the next file. */
const saysOfWholeFile = ({ type }: StoredImport, mapping: Mapping): boolean =>
  type === 'status_update' && Object.values(mapping).some((source) => source.startsWith('='))

function fits(mapping: Mapping, header: readonly string[]): boolean {
  try {
    bindMapping(mapping, header)
    return true
  } catch {
    return false
  }
}

function byNames({ type }: StoredImport, header: readonly string[]): Mapping {
  const free = new Map(header.filter((name) => name !== '').map((name) => [plain(name), name]))
  const found = targetsOf(type).flatMap((target) => {
    const names = namesFor(type, target)
    const name = names.find((each) => free.has(each))
    if (name === undefined) return []
    const column = free.get(name) ?? ''
    free.delete(name)
    return [[target, column] as const]
  })
  return Object.fromEntries(found)
}

/** The columns that are named as a target is, by whatever name. */
export const columnsNamedAs = (type: StoredImport['type'], target: string, header: readonly string[]): string[] =>
  header.filter((name) => namesFor(type, target).includes(plain(name)))

const namesFor = (type: StoredImport['type'], target: string): string[] =>
  [target, ...(namesOf[type][target] ?? [])].map(plain)

/** Without the mark that begins some files, read as UTF-8 or not. */
const plain = (name: string): string =>
  name
    .replace(/^ï»¿/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const ofPeople: Readonly<Record<string, readonly string[]>> = {
  first_name: ['voornaam', 'given name'],
  last_name: ['achternaam', 'surname', 'family name'],
  postal_code: ['postcode', 'zip', 'zip code'],
  city: ['plaats', 'woonplaats', 'town'],
  country_code: ['country', 'land', 'landcode'],
}

/** Names of columns as shops and their programs write them, in English and Dutch. */
const namesOf: Readonly<Record<StoredImport['type'], Readonly<Record<string, readonly string[]>>>> = {
  customer: {
    ...ofPeople,
    reference: ['customer number', 'customer id', 'customer', 'klantnummer', 'klantcode', 'debiteurnummer', 'id'],
    email_address: ['email', 'e-mail', 'mail', 'e-mailadres'],
    title: ['titel', 'aanhef'],
    initials: ['voorletters'],
    gender: ['geslacht', 'sex'],
    date_of_birth: ['birth date', 'birthday', 'dob', 'geboortedatum', 'geboren'],
    social_security_number: [
      'ssn',
      'bsn',
      'burgerservicenummer',
      'sofinummer',
      'rijksregisternummer',
      'social security',
      'national number',
      'national id',
      'nationaal nummer',
    ],
    street_address: ['street', 'straat', 'address', 'adres'],
    house_number: ['number', 'huisnummer', 'nummer'],
    house_number_suffix: ['suffix', 'toevoeging', 'huisnummertoevoeging'],
    region: ['state', 'province', 'provincie'],
    phone_number: ['phone', 'telephone', 'mobile', 'telefoon', 'telefoonnummer', 'mobiel'],
    fax_number: ['fax', 'faxnummer'],
  },
  card: {
    customer: ['customer number', 'reference', 'klant', 'klantnummer'],
    token: [
      'payment method',
      'payment method id',
      'recurring detail reference',
      'stored payment method id',
      'mandate',
      'mandate id',
    ],
    holder: ['customer id', 'shopper reference', 'cardholder id', 'houder'],
    brand: ['card brand', 'card type', 'scheme', 'merk', 'kaartmerk'],
    bin: ['iin', 'first six'],
    last_four: ['last4', 'card last4', 'last four digits', 'laatste vier'],
    expiry_month: ['exp month', 'card exp month', 'vervalmaand'],
    expiry_year: ['exp year', 'card exp year', 'vervaljaar'],
    processor: ['gateway', 'account'],
  },
  transaction: {
    ...ofPeople,
    reference: ['order', 'order id', 'order number', 'ordernummer', 'bestelnummer', 'merchant reference', 'referentie'],
    amount: ['total', 'price', 'bedrag', 'totaal'],
    created_at: ['date', 'created', 'paid at', 'datum', 'order date', 'besteldatum'],
    customer: ['customer id', 'customer number', 'klant', 'klantnummer'],
    currency: ['currency code', 'valuta'],
    payment_product: ['payment method', 'product', 'betaalmethode', 'betaalmiddel'],
    email: ['email address', 'mail', 'e-mailadres'],
    name: ['customer name', 'naam'],
    phone: ['phone number', 'telefoon', 'telefoonnummer'],
  },
  chargeback: {
    transaction: ['payment', 'order', 'order number', 'merchant reference', 'betaling', 'ordernummer', 'referentie'],
    processor_id_external: ['chargeback id', 'dispute id', 'case id', 'arn', 'dossiernummer', 'id'],
    amount: ['total', 'dispute amount', 'chargeback amount', 'bedrag'],
    currency: ['currency code', 'valuta', 'munt'],
    reason: ['description', 'reden', 'omschrijving'],
    reason_code: ['code', 'redencode'],
    created_at: ['date', 'opened', 'chargeback date', 'dispute date', 'datum'],
    respond_by: ['due date', 'respond before', 'evidence due', 'uiterste datum', 'reageren voor'],
  },
  subscription: {
    customer: ['customer number', 'customer id', 'reference', 'klant', 'klantnummer'],
    plan: ['plan name', 'plan id', 'product', 'abonnement'],
    due_date: ['start', 'start date', 'next payment', 'next billing date', 'startdatum', 'volgende betaling'],
    card: ['card id', 'last four', 'last 4', 'kaart'],
    max_billing_cycle: ['cycles', 'number of payments', 'termijnen', 'aantal betalingen'],
  },
  merchant: {
    name: ['merchant', 'company', 'naam', 'bedrijf', 'winkelier'],
    external_id: ['number', 'merchant number', 'code', 'id', 'nummer', 'relatienummer'],
    legal_name: ['legal entity', 'company name', 'juridische naam', 'statutaire naam', 'bedrijfsnaam'],
    vat_number: ['vat', 'vat id', 'btw-nummer', 'btw-id', 'btw'],
    chamber_of_commerce: ['registration number', 'company number', 'coc', 'kvk-nummer', 'kvk'],
    country_code: ['country', 'land', 'landcode'],
    language: ['taal'],
    time_zone: ['zone', 'timezone', 'tijdzone'],
    base_currency: ['currency', 'valuta', 'munt'],
    mcc: ['category', 'merchant category code', 'branche'],
    street: ['address', 'straat', 'adres'],
    street_number: ['house number', 'huisnummer'],
    extended_address: ['suffix', 'toevoeging'],
    postal_code: ['zip', 'zip code', 'postcode'],
    locality: ['city', 'town', 'plaats'],
    region: ['state', 'province', 'provincie'],
    email: ['email address', 'mail', 'e-mailadres'],
    phone: ['phone number', 'telephone', 'telefoon', 'telefoonnummer'],
    tax_number: ['tax id', 'fiscaal nummer'],
    user_name: ['contact', 'contact name', 'contactpersoon'],
    user_email: ['contact email', 'e-mail contactpersoon'],
  },
  status_update: {
    item: ['id', 'payment', 'transaction', 'refund', 'chargeback', 'betaling', 'transactie'],
    to_status: ['status', 'new status', 'nieuwe status'],
    reason: ['why', 'reden', 'toelichting'],
    external_reference: ['reference', 'ticket', 'referentie', 'kenmerk'],
    tell: ['webhook', 'webhooks'],
  },
}
