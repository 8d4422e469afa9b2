import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { Client } from 'pg'
import type { Place, PlacedShop } from './structure.ts'
import type { Loader } from './trade/copy.ts'
import { type Random, seeded } from './trade/random.ts'
import { day } from './trade/seasons.ts'

const models = ['Verifone V400c', 'PAX A920 Pro', 'Castles S1F2'] as const
const places = ['Kassa 1', 'Kassa 2', 'Balie'] as const
const merchantsWithCounters = ['Bloom', 'Harbour', 'Sportschool Sterk', 'Käsehof Allgäu']

interface Device {
  id: string
  shop: string
  from: number
  until: number
}

/** The terminals in the shops of some merchants, and the terminal of each payment there. */
export class Terminals {
  readonly #random: Random
  readonly #devices: Device[] = []

  constructor(loader: Loader, place: Place, now: number) {
    // The terminals have a random stream of their own, so that payments are the same with and without them.
    this.#random = seeded(`kontor/${place.merchant.name}/terminals`)
    if (!merchantsWithCounters.includes(place.merchant.name)) return
    for (const [index, shop] of place.shops.slice(0, 2).entries())
      for (const [nth, name] of places.entries())
        this.#add(loader, place, shop, `${name} ${shop.name}`, index * 3 + nth, now)
  }

  /** The terminal of a card payment in the shop; null for a payment online, as most are. */
  of(shop: PlacedShop, product: PaymentProduct, at: number): string | null {
    const here = this.#devices.filter((device) => device.shop === shop.id && device.from <= at && at <= device.until)
    if (product !== 'card' || here.length === 0 || !this.#random.chance(0.3)) return null
    return this.#random.pick(here).id
  }

  #add(loader: Loader, place: Place, shop: PlacedShop, name: string, nth: number, now: number): void {
    const random = this.#random
    // One terminal was just delivered, one has been silent for days, one is out of use.
    const from = nth === 5 ? now - day : place.from
    const until = nth === 5 ? 0 : nth === 2 ? now - 3 * day : nth === 4 ? now - 40 * day : now
    const id = random.id(from)
    loader.add('terminal', [
      place.id,
      id,
      shop.organisation,
      shop.id,
      name.slice(0, 100),
      `6${String(random.integer(0, 9_999_999)).padStart(7, '0')}`,
      random.pick(models),
      `${random.integer(100, 999)}-${random.integer(100, 999)}-${random.integer(100, 999)}`,
      nth === 5 ? null : `${random.integer(3, 5)}.${random.integer(0, 9)}.${random.integer(0, 30)}`,
      nth === 4 ? 'INACTIVE' : 'ACTIVE',
      new Date(from).toISOString(),
    ])
    this.#devices.push({ id, shop: shop.id, from, until })
  }
}

/** Records the last payment of each terminal. */
export async function noteLastPayments(client: Client): Promise<void> {
  await client.query(`
    update terminal d set last_seen_at = x.created_at, last_transaction_at = x.created_at, last_transaction_id = x.id
    from (select distinct on (terminal_id) terminal_id, created_at, id from transaction where terminal_id is not null
      order by terminal_id, created_at desc, id desc) x
    where d.id = x.terminal_id`)
}
