import { makePerson } from '../people.ts'
import type { Place, PlacedShop } from '../structure.ts'
import type { Loader } from './copy.ts'
import { personDetails } from './person-details.ts'
import { type Random, seeded } from './random.ts'
import { vaultToken } from './vault-token.ts'

export interface DemoCustomer {
  id: string
  country: string
  status: string
  card: DemoCard | null
}

export interface DemoCard {
  id: string | null
  brand: string
  bin: string
  last_four: string
  issuer: Issuer
}

/** The country of the card's bank, whose money it pays with, and whose card it is. */
type Issuer = readonly [country: string, funding: string, holder: string]

/** Cards of the sandbox's vault: a stored one can be charged. */
const vault = {
  test_visa: {
    brand: 'visa',
    bin: '41111111',
    last_four: '1111',
    expiry: [12, 2031],
    issuer: ['NL', 'credit', 'consumer'],
  },
  test_mastercard: {
    brand: 'mastercard',
    bin: '55555555',
    last_four: '4444',
    expiry: [11, 2030],
    issuer: ['DE', 'credit', 'consumer'],
  },
  test_amex: {
    brand: 'amex',
    bin: '37144963',
    last_four: '8431',
    expiry: [10, 2030],
    issuer: ['US', 'credit', 'consumer'],
  },
  test_maestro: {
    brand: 'maestro',
    bin: '67999901',
    last_four: '0019',
    expiry: [9, 2029],
    issuer: ['BE', 'debit', 'consumer'],
  },
} as const

const brands = { visa: 46, mastercard: 40, maestro: 8, amex: 6 }
const bins: Readonly<Record<keyof typeof brands, readonly string[]>> = {
  visa: ['427344', '454742', '471612', '402360', '49927398'],
  mastercard: ['510510', '535572', '222300', '55123456'],
  maestro: ['675964', '639002'],
  amex: ['374622', '379186'],
}
const statuses = { AUTO_VERIFIED: 52, UNKNOWN: 22, VERIFIED: 12, AUTO_UNVERIFIED: 10, UNVERIFIED: 4 }

/** By the card's last digits: drawn by chance, it would change what a seed gives. */
function issuerOf(brand: keyof typeof brands, digits: number, country: string): Issuer {
  const of = digits % 100
  const funding = brand === 'maestro' || (brand !== 'amex' && of % 3 === 0) ? 'debit' : of === 7 ? 'prepaid' : 'credit'
  return [of < 90 ? country : of < 95 ? 'US' : 'GB', funding, of % 8 === 1 ? 'commercial' : 'consumer']
}

/** The customers of one merchant: some pay once, some often, some without giving a name. */
export class Customers {
  readonly #loader: Loader
  readonly #random: Random
  readonly #place: Place
  readonly #byCountry = new Map<string, DemoCustomer[]>()
  readonly #details: Random
  readonly #masterKey: string
  #count = 0

  constructor(loader: Loader, random: Random, place: Place, masterKey: string) {
    this.#loader = loader
    this.#random = random
    this.#place = place
    this.#details = seeded(`kontor/${place.merchant.name}/people`)
    this.#masterKey = masterKey
  }

  payer(shop: PlacedShop, country: string, at: number): DemoCustomer | null {
    const known = this.#byCountry.get(country) ?? []
    this.#byCountry.set(country, known)
    const membership = this.#place.merchant.trade === 'membership'
    if (this.#random.chance(0.08)) return null
    // The square prefers early customers: they become the regulars.
    const regular = known[Math.floor(this.#random.next() ** 2 * known.length)]
    if (regular && this.#random.chance(membership ? 0.9 : 0.62)) return regular
    const customer = this.#add(shop, country, at)
    known.push(customer)
    return customer
  }

  /** The card of a payment: the customer's stored card, or one that is typed in. */
  cardOf(customer: DemoCustomer | null, country: string): DemoCard {
    if (customer?.card && this.#random.chance(0.8)) return customer.card
    const brand = this.#random.weighted(brands)
    const bin = this.#random.pick(bins[brand])
    const digits = this.#random.integer(0, 9999)
    return {
      id: null,
      brand,
      bin,
      last_four: String(digits).padStart(4, '0'),
      issuer: issuerOf(brand, digits, country),
    }
  }

  #add(shop: PlacedShop, country: string, at: number): DemoCustomer {
    const random = this.#random
    const { id: merchant } = this.#place
    this.#count += 1
    const person = makePerson(random, country, this.#count)
    const created = at - random.integer(1000, 600_000)
    const customer: DemoCustomer = { id: random.id(created), country, status: '', card: null }
    // Drawn in its place among the columns, so that a seed gives the same demo as before.
    const status = () => {
      customer.status = random.weighted(statuses)
      return customer.status
    }
    this.#loader.add('customer', [
      merchant,
      customer.id,
      shop.organisation,
      `K${String(this.#count).padStart(6, '0')}`,
      person.email_address,
      person.first_name,
      person.last_name,
      person.city,
      person.postal_code,
      country,
      random.chance(0.5) ? person.phone_number : null,
      status(),
      new Date(created).toISOString(),
      ...personDetails(this.#details, person, country, {
        masterKey: this.#masterKey,
        merchant,
        customer: customer.id,
      }),
    ])
    if (random.chance(0.1)) customer.card = this.#storeCard(customer.id, at)
    return customer
  }

  #storeCard(customer: string, at: number): DemoCard | null {
    const processor = this.#place.processors.get('card')
    if (processor === undefined) return null
    const random = this.#random
    const token = random.weighted({ test_visa: 50, test_mastercard: 35, test_amex: 8, test_maestro: 7 })
    const { brand, bin, last_four, expiry, issuer } = vault[token]
    const id = random.id(at)
    this.#loader.add('card', [
      this.#place.id,
      id,
      customer,
      processor,
      vaultToken(token, { id, month: expiry[0], year: expiry[1] }),
      brand,
      bin,
      last_four,
      expiry[0],
      expiry[1],
      new Date(at).toISOString(),
      ...issuer,
    ])
    return { id, brand, bin, last_four, issuer }
  }
}
