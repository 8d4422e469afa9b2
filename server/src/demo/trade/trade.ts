import { setImmediate as turn } from 'node:timers/promises'
import { exponentOf } from '@kontor/contract/money'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import { PaymentDecisions, type Undecided } from '../decisions/decide-payment.ts'
import type { Place, PlacedShop } from '../structure.ts'
import { Terminals } from '../terminals.ts'
import type { Loader } from './copy.ts'
import { Customers } from './customers.ts'
import { addPayment } from './payment-rows.ts'
import type { Random } from './random.ts'
import { tradingTimes } from './seasons.ts'
import { type Fate, tellStory } from './story.ts'

const devices = {
  'ios safari': 34,
  'android chrome': 24,
  'windows chrome': 15,
  'macos safari': 8,
  'windows edge': 6,
  'android samsung': 5,
  'macos chrome': 4,
  'windows firefox': 2,
  'linux firefox': 1,
  'other other': 1,
}

/** Payments of the last minutes at the two merchants with sign-ins, whatever the hour. In the order of time. */
const justNow: readonly { agoMs: number; fate: Fate }[] = [
  { agoMs: 9 * 60_000, fate: 'unknown' },
  { agoMs: 4 * 60_000, fate: 'settled' },
  { agoMs: 50_000, fate: 'abandoned' },
]

const paymentsAtOnce = 4000
// A turn lets the previous portion be sent, so that database and generator work at the same time.
const paymentsPerTurn = 50

/** Adds all payments of one merchant in the order of time, in portions. */
export async function addTrade(
  loader: Loader,
  random: Random,
  place: Place,
  count: number,
  until: number,
  { now, masterKey }: { now: number; masterKey: string },
): Promise<void> {
  const { merchant } = place
  const times = tradingTimes(random, merchant.trade, merchant.timeZone, place.from, until, count)
  const latest = ['Bloom', 'Harbour'].includes(merchant.name) && count > 300 ? justNow : []
  const pace = random.between(0.6, 1.4)
  latest.forEach(({ agoMs }, index) => {
    times[count - latest.length + index] = now - Math.round(agoMs * pace)
  })
  const customers = new Customers(loader, random, place, masterKey)
  const decisions = new PaymentDecisions(loader, place, now)
  const terminals = new Terminals(loader, place, now)
  const shops = Object.fromEntries(place.shops.map((shop) => [shop.id, shop]))
  const shares = Object.fromEntries(place.shops.map((shop) => [shop.id, shop.share]))
  for (const [index, at] of times.entries()) {
    const shop = shops[random.weighted(shares)]
    if (!shop) continue
    const payment = makePayment(random, {
      place,
      shop,
      customers,
      at,
      index,
      fate: latest[index - count + latest.length]?.fate,
    })
    const terminal = terminals.of(shop, payment.product, at)
    const undecided = { ...withOddity(payment, index, count), terminal }
    decisions.decided(undecided, random.id(at), (decided) => addPayment(loader, random, decided, now))
    if (index % paymentsPerTurn === 0) await turn()
    if (index % paymentsAtOnce === paymentsAtOnce - 1) await loader.flush()
  }
  await loader.flush()
}

type Online = Omit<Undecided, 'terminal'>

interface Planned {
  place: Place
  shop: PlacedShop
  customers: Customers
  at: number
  index: number
  fate: Fate | undefined
}

function makePayment(random: Random, { place, shop, customers, at, index, fate }: Planned): Online {
  const country = random.weighted(shop.payers)
  const customer = customers.payer(shop, country, at)
  const product: PaymentProduct = random.weighted(shop.productsOf(country))
  const [platform = 'other', browser = 'other'] = random.weighted(devices).split(' ')
  const ships = place.merchant.trade === 'shop' || place.merchant.trade === 'music'
  return {
    place,
    shop,
    customer,
    country,
    product,
    card: product === 'card' ? customers.cardOf(customer, country) : null,
    amount: priceAt(random, shop, place.merchant.trade === 'membership'),
    reference: `${place.merchant.name.slice(0, 2).toUpperCase()}-${new Date(at).getUTCFullYear()}-${String(index + 1).padStart(6, '0')}`,
    device: { platform, browser },
    tags: someTags(random, place.tags),
    ...tellStory(random, product, at, ships, fate),
  }
}

function priceAt(random: Random, { currency, typical }: PlacedShop, fixed: boolean): number {
  if (fixed && random.chance(0.8)) return typical
  const amount = Math.max(1, typical * random.logNormal(0.65))
  const unit = 10 ** exponentOf(currency)
  // Prices: yen in tens, other currencies ending in .00, .50 or .95.
  if (unit === 1) return Math.max(100, Math.round(amount / 10) * 10)
  const whole = Math.max(1, Math.floor(amount / unit)) * unit
  return whole + Math.round(random.pick([0, 0, 0.5, 0.95, 0.95, 0.99, random.next()]) * unit * 0.9999)
}

function someTags(random: Random, tags: readonly string[]): string[] {
  if (!random.chance(0.04)) return []
  const count = random.chance(0.15) ? random.integer(2, 3) : 1
  return [...new Set(Array.from({ length: count }, () => random.pick(tags)))]
}

/** Makes two payments that screens must cope with: one with every tag, one with a very long amount. */
function withOddity(payment: Online, index: number, count: number): Online {
  if (index !== Math.floor(count * 0.985)) return payment
  if (payment.place.merchant.name === 'Bloom') return { ...payment, tags: payment.place.tags }
  const large = payment.place.shops.find(({ currency }) => currency === 'EUR')
  if (payment.place.merchant.name !== 'Harbour' || !large) return payment
  return { ...payment, shop: large, amount: 1_234_567_890 }
}
