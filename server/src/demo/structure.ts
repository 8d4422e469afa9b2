import { type PaymentProduct, paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { tagColors as colorsByName } from '@kontor/contract/tags/tag.rules'
import { instantOf } from '../platform/db/ids.ts'
import { sealCredential } from '../platform/secrets/sealed.ts'
import { demoRoutings, furtherCardProcessors } from './decisions/demo-routings.ts'
import {
  type DemoMerchant,
  type DemoShop,
  otherProducts,
  payersByCurrency,
  payersOf,
  productsByCountry,
} from './merchants.ts'
import { sandboxCredential } from './sandbox/sandbox-accounts.ts'
import type { Loader } from './trade/copy.ts'
import { type Random, seeded } from './trade/random.ts'
import { day } from './trade/seasons.ts'

/** A merchant with the ids of what belongs to it. */
export interface Place {
  merchant: DemoMerchant
  id: string
  /** The earliest moment of its first payment. */
  from: number
  owner: { id: string; name: string } | undefined
  /** The one that payments of a product go to. */
  processors: ReadonlyMap<PaymentProduct, string>
  /** Processors for cards besides the first one. */
  furtherCards: readonly string[]
  /** The category of its trade. */
  mcc: string
  shops: readonly PlacedShop[]
  tags: readonly string[]
  tagByText: ReadonlyMap<string, string>
}

export interface PlacedShop extends DemoShop {
  id: string
  organisation: string
  payers: Readonly<Record<string, number>>
  /** The payment products for payers of a country. */
  productsOf(country: string): Readonly<Partial<Record<PaymentProduct, number>>>
}

export interface Surroundings {
  loader: Loader
  random: Random
  masterKey: string
  sandboxUrl: string
}

const productsByCurrency: Readonly<Record<string, readonly PaymentProduct[]>> = {
  EUR: paymentProducts.filter((product) => product !== 'blik'),
  GBP: ['card', 'paypal', 'klarna'],
  PLN: ['card', 'blik', 'paypal'],
}
const everywhere: readonly PaymentProduct[] = ['card', 'paypal']

const productNames: Readonly<Record<PaymentProduct, string>> = {
  card: 'Cards',
  ideal: 'iDEAL',
  paypal: 'PayPal',
  bancontact: 'Bancontact',
  sepa_debit: 'SEPA Direct Debit',
  klarna: 'Klarna',
  eps: 'EPS',
  blik: 'BLIK',
}

const tagTexts = {
  nl: [
    'VIP',
    'cadeau',
    'telefonisch besteld',
    'adres controleren',
    'pers',
    'groothandel',
    'eerste bestelling',
    'export',
    'campagne',
    'klacht',
    'met de hand nakijken',
    'vaste klant',
  ],
  'en-US': [
    'VIP',
    'gift',
    'phone order',
    'check address',
    'press',
    'wholesale',
    'first order',
    'export',
    'campaign',
    'complaint',
    'manual review',
    'loyalty',
  ],
}
/** By the trade of a merchant (ISO 18245). */
const categories = {
  ...{ flowers: '5992', ferries: '4411', shop: '5399', music: '5735', food: '5499', membership: '7997' },
} as const satisfies Record<DemoMerchant['trade'], string>

const tagColors = Object.values(colorsByName)

/** The currency of the shop with the most payments. */
const mainCurrencyOf = ({ shops }: DemoMerchant): string =>
  shops.toSorted((one, other) => other.share - one.share)[0]?.currency ?? 'EUR'

/** Adds a merchant with its tree, processors, shops and tags. */
export function addMerchant(
  surroundings: Surroundings,
  merchant: DemoMerchant,
  from: number,
  ownerName: string | undefined,
): Place {
  const { loader, random } = surroundings
  const id = random.id(from)
  const at = new Date(from).toISOString()
  loader.add('merchant', [
    id,
    merchant.name,
    !merchant.inactive,
    merchant.country,
    merchant.timeZone,
    merchant.language,
    at,
    mainCurrencyOf(merchant),
    categories[merchant.trade],
  ])
  const organisations = addOrganisations(surroundings, merchant, id, from)
  const shops = merchant.shops.map((shop) =>
    placeShop(random, merchant, shop, organisations[shop.unit ?? -1] ?? id, from),
  )
  const processors = addProcessors(surroundings, merchant, shops, id, from)
  const furtherCards = addFurtherCards(surroundings, merchant, id, from)
  for (const shop of shops) addShop(loader, shop, id, [...processors, ...furtherFor(merchant, shop, furtherCards)])
  const tagByText = addTags(surroundings, merchant, id, from)
  const owner = ownerName === undefined ? undefined : { id: random.id(from + day), name: ownerName }
  return {
    merchant,
    id,
    from: from + 2 * day,
    owner,
    processors,
    furtherCards,
    mcc: categories[merchant.trade],
    shops,
    tags: [...tagByText.values()],
    tagByText,
  }
}

function addOrganisations(
  { loader, random }: Surroundings,
  merchant: DemoMerchant,
  id: string,
  from: number,
): string[] {
  const { country } = merchant
  const mail = `info@${slug(merchant.name)}.example`
  loader.add('organisation', [
    id,
    id,
    null,
    merchant.name,
    mail,
    '+31201234567',
    country,
    0,
    new Date(from).toISOString(),
  ])
  const ids = new Map<string, string>()
  return merchant.units.map((path, index) => {
    const parts = path.split('/')
    const unit = random.id(from + (index + 1) * 60_000)
    ids.set(path, unit)
    const parent = ids.get(parts.slice(0, -1).join('/')) ?? id
    const at = new Date(from + (index + 1) * 60_000).toISOString()
    loader.add('organisation', [id, unit, parent, parts.at(-1) ?? '', null, null, country, parts.length, at])
    return unit
  })
}

function placeShop(
  random: Random,
  merchant: DemoMerchant,
  shop: DemoShop,
  organisation: string,
  from: number,
): PlacedShop {
  const allowed = productsByCurrency[shop.currency] ?? everywhere
  const known = new Map<string, Readonly<Partial<Record<PaymentProduct, number>>>>()
  const productsOf = (country: string) => {
    const before = known.get(country)
    if (before) return before
    const wanted = productsByCountry[country] ?? otherProducts
    const offered = Object.fromEntries(
      allowed.flatMap((product) => (wanted[product] ? [[product, wanted[product]]] : [])),
    )
    known.set(country, offered)
    return offered
  }
  const payers = payersByCurrency[shop.currency] ?? payersOf[merchant.country] ?? { NL: 1 }
  return { ...shop, id: random.id(from + 3_600_000), organisation, payers, productsOf }
}

/** Only the shops with a routing have several: each of them then has to be named by it. */
const furtherFor = ({ name }: DemoMerchant, shop: PlacedShop, cards: readonly string[]) =>
  (demoRoutings[name] ?? []).some(({ shops }) => shops.includes(shop.name))
    ? cards.map((processor) => ['card', processor] as const)
    : []

/** Each has an account of its own at the sandbox, called by the processor's id. */
function addFurtherCards(
  { loader, random: _, masterKey, sandboxUrl }: Surroundings,
  { name: merchant }: DemoMerchant,
  id: string,
  from: number,
): string[] {
  const random = seeded(`kontor/${merchant}/processors`)
  return (furtherCardProcessors[merchant] ?? []).map((name) => {
    const processor = random.id(from + 1_800_000)
    const credential = sandboxCredential(masterKey, processor)
    const sealed = sealCredential(masterKey, { merchant: id, record: processor }, credential)
    const at = new Date(from + 1_800_000).toISOString()
    const values = [id, processor, id, name, 'sandbox', 'card', sandboxUrl, `\\x${sealed.toString('hex')}`, at]
    loader.add('processor', [...values, processor])
    return processor
  })
}

/** Adds one processor for each product that any of its payers uses. */
function addProcessors(
  { loader, random, masterKey, sandboxUrl }: Surroundings,
  merchant: DemoMerchant,
  shops: readonly PlacedShop[],
  id: string,
  from: number,
) {
  const used = new Set(shops.flatMap(productsUsed))
  const processors = new Map<PaymentProduct, string>()
  for (const product of paymentProducts.filter((each) => used.has(each))) {
    const processor = random.id(from + 1_800_000)
    const sealed = sealCredential(masterKey, { merchant: id, record: processor }, sandboxCredential(masterKey, id))
    const name = `${merchant.name} ${productNames[product]}`
    const at = new Date(from + 1_800_000).toISOString()
    loader.add('processor', [
      id,
      processor,
      id,
      name,
      'sandbox',
      product,
      sandboxUrl,
      `\\x${sealed.toString('hex')}`,
      at,
      null,
    ])
    processors.set(product, processor)
  }
  return processors
}

const productsUsed = (shop: PlacedShop): string[] =>
  Object.keys(shop.payers).flatMap((country) => Object.keys(shop.productsOf(country)))

function addShop(
  loader: Loader,
  shop: PlacedShop,
  merchant: string,
  processors: readonly (readonly [product: string, processor: string])[],
): void {
  const at = instantOf(shop.id) ?? ''
  const website = `https://${slug(shop.name).slice(0, 40)}.example`
  loader.add('payment_profile', [
    merchant,
    shop.id,
    shop.organisation,
    shop.name,
    shop.name.slice(0, 60),
    website,
    null,
    shop.currency,
    at,
    shop.mcc ?? null,
  ])
  const used = new Set(productsUsed(shop))
  let position = 0
  for (const [product, processor] of processors) {
    if (!used.has(product)) continue
    loader.add('payment_profile_processor', [merchant, shop.id, processor, position])
    position += 1
  }
}

function addTags(
  { loader, random }: Surroundings,
  merchant: DemoMerchant,
  id: string,
  from: number,
): Map<string, string> {
  // Bloom has all tags, because one of its payments carries every one.
  const texts = tagTexts[merchant.language]
  const count = merchant.name === 'Bloom' ? texts.length : random.integer(3, 6)
  const added = texts.slice(0, count).map((text, index): [string, string] => {
    const tag = random.id(from + day + index)
    loader.add('tag', [id, tag, id, text, tagColors[index] ?? '#475569', new Date(from + day + index).toISOString()])
    return [text, tag]
  })
  return new Map(added)
}

const slug = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
