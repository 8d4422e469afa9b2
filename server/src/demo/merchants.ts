import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'

/** The kind of trade: it decides when people buy, and for how much. */
export type Trade = 'flowers' | 'ferries' | 'shop' | 'music' | 'food' | 'membership'

export interface DemoShop {
  name: string
  currency: string
  /** Typical amount in minor units. */
  typical: number
  /** The shop's share of the merchant's payments. */
  share: number
  /** The shop's node of the tree: an index into `units`; absent: the root. */
  unit?: number
  /** Its category of trade, where it is another than the merchant's. */
  mcc?: string
}

export interface DemoMerchant {
  name: string
  country: string
  timeZone: string
  language: 'nl' | 'en-US'
  trade: Trade
  /** The merchant's share of all payments, relative to the others. */
  weight: number
  inactive?: true
  /** Names of the nodes below the root; `/` separates levels. */
  units: readonly string[]
  shops: readonly DemoShop[]
}

const shop = (name: string, currency: string, typical: number, share: number, unit?: number): DemoShop => ({
  name,
  currency,
  typical,
  share,
  ...(unit === undefined ? {} : { unit }),
})

/** The longest name that screens must show: 120 characters. */
const longName =
  'Brouwerij en Proeflokaal De Zeven Zusters van Zutphen: Streekbieren, Brouwcursussen, Rondleidingen, Feesten en Cadeaubon'

interface Business {
  trade: Trade
  weight: number
  shops: DemoShop[]
  units?: string[]
}

const plain = (
  name: string,
  country: string,
  timeZone: string,
  { trade, weight, shops, units = [] }: Business,
): DemoMerchant => ({
  name,
  country,
  timeZone,
  language: country === 'NL' || country === 'BE' ? 'nl' : 'en-US',
  trade,
  weight,
  units,
  shops,
})

const amsterdam = 'Europe/Amsterdam'

/** The merchant of the empty shop that an import can fill. */
export const importShopName = 'CDNOW'

/** A few merchants are large and most are small, as in reality. */
export const merchants: readonly DemoMerchant[] = [
  plain('Bloom', 'NL', amsterdam, {
    trade: 'flowers',
    weight: 26,
    shops: [
      shop('Bloom Nederland', 'EUR', 3450, 50, 0),
      shop('Bloom België', 'EUR', 3650, 20, 1),
      shop('Bloom Deutschland', 'EUR', 3990, 18, 2),
      shop('Bloom for Business', 'EUR', 14_500, 5, 0),
      shop('Bloom United Kingdom', 'GBP', 3200, 7, 3),
    ],
    units: [
      'Bloom Retail',
      'Bloom Retail/Bloom België',
      'Bloom Retail/Bloom Deutschland',
      'Bloom International',
      'Bloom Retail/Bloom België/Bloom Antwerpen',
    ],
  }),
  plain('Harbour', 'NL', amsterdam, {
    trade: 'ferries',
    weight: 19,
    shops: [
      shop('Harbour Ferries', 'EUR', 6800, 55, 0),
      { ...shop('Harbour Restaurants', 'EUR', 4200, 25, 1), mcc: '5812' },
      shop('Harbour Crossings UK', 'GBP', 7400, 15, 2),
      shop('Harbour Gift Cards', 'EUR', 5000, 5),
    ],
    units: [
      'Ferries',
      'Restaurants',
      'Ferries/Harwich',
      'Restaurants/Aan de Kade',
      'Restaurants/Aan de Kade/Terras',
      'Restaurants/De Loods',
      'Ferries/Hoek van Holland',
    ],
  }),
  plain('Lindeman Elektro', 'NL', amsterdam, {
    trade: 'shop',
    weight: 13,
    shops: [shop('Lindeman', 'EUR', 12_900, 80), shop('Lindeman Outlet', 'EUR', 5900, 20, 0)],
    units: ['Outlet', 'Service'],
  }),
  plain('Buchhaus Rheinland', 'DE', 'Europe/Berlin', {
    trade: 'shop',
    weight: 9,
    shops: [
      shop('Buchhaus', 'EUR', 2195, 70),
      shop('Buchhaus Österreich', 'EUR', 2290, 20, 0),
      shop('Buchhaus Hörbuch', 'EUR', 995, 10),
    ],
    units: ['Österreich'],
  }),
  plain('Chocolaterie Verhaeghe', 'BE', 'Europe/Brussels', {
    trade: 'flowers',
    weight: 6.5,
    shops: [shop('Verhaeghe', 'EUR', 2850, 75), shop('Verhaeghe Export', 'USD', 5400, 25, 0)],
    units: ['Export'],
  }),
  plain('Velo Parisien', 'FR', 'Europe/Paris', {
    trade: 'shop',
    weight: 5,
    shops: [shop('Velo Parisien', 'EUR', 8900, 85), shop('Atelier', 'EUR', 6500, 15)],
  }),
  plain('Northgate Records', 'GB', 'Europe/London', {
    trade: 'music',
    weight: 4,
    shops: [
      shop('Northgate Records', 'GBP', 1899, 60),
      shop('Northgate Records Europe', 'EUR', 2199, 40, 0),
      shop(importShopName, 'USD', 3000, 0, 1),
    ],
    units: ['Europe', 'America'],
  }),
  plain('Fietsplan Direct', 'NL', amsterdam, {
    trade: 'shop',
    weight: 3.2,
    shops: [shop('Fietsplan', 'EUR', 34_900, 70), shop('Fietsplan Lease', 'EUR', 7900, 30)],
  }),
  plain('Sportschool Sterk', 'NL', amsterdam, {
    trade: 'membership',
    weight: 2.6,
    shops: [shop('Sterk Abonnement', 'EUR', 2999, 90), shop('Sterk Winkel', 'EUR', 2450, 10)],
  }),
  plain('Kissaten Trading', 'NL', amsterdam, {
    trade: 'food',
    weight: 2.1,
    shops: [shop('Kissaten', 'EUR', 2750, 60), shop('Kissaten Tōkyō', 'JPY', 4200, 40, 0)],
    units: ['Japan'],
  }),
  plain('Dattes & Épices', 'FR', 'Europe/Paris', {
    trade: 'food',
    weight: 1.7,
    shops: [shop('Dattes & Épices', 'EUR', 3150, 70), shop('Dattes & Épices Kuwait', 'KWD', 8750, 30, 0)],
    units: ['Golfe'],
  }),
  plain('Käsehof Allgäu', 'DE', 'Europe/Berlin', {
    trade: 'food',
    weight: 1.5,
    shops: [shop('Käsehof', 'EUR', 3900, 80), shop('Käsehof Gastro', 'EUR', 18_900, 20)],
  }),
  plain('Polderpost', 'NL', amsterdam, {
    trade: 'membership',
    weight: 1.2,
    shops: [shop('Polderpost', 'EUR', 1250, 80), shop('Polderpost Boeken', 'EUR', 2250, 20)],
  }),
  plain('De Zeven Zusters', 'NL', amsterdam, {
    trade: 'food',
    weight: 1,
    shops: [shop('De Zeven Zusters', 'EUR', 3300, 70), shop(longName, 'EUR', 4150, 30)],
  }),
  {
    ...plain('Antiek aan de Amstel', 'NL', amsterdam, {
      trade: 'shop',
      weight: 0.9,
      shops: [shop('Antiek', 'EUR', 24_500, 80), shop('Antiek Veiling', 'EUR', 61_000, 20)],
    }),
    inactive: true,
  },
  plain('Thistle & Wool', 'GB', 'Europe/London', {
    trade: 'shop',
    weight: 0.8,
    shops: [shop('Thistle & Wool', 'GBP', 7600, 70), shop('Thistle & Wool Europe', 'EUR', 8800, 30)],
  }),
  plain('Naaiatelier Zijde', 'BE', 'Europe/Brussels', {
    trade: 'shop',
    weight: 0.6,
    shops: [shop('Zijde', 'EUR', 5300, 80), shop('Zijde Workshops', 'EUR', 9500, 20)],
  }),
  plain('Kraków Ceramika', 'PL', 'Europe/Warsaw', {
    trade: 'shop',
    weight: 0.5,
    shops: [shop('Ceramika', 'EUR', 4700, 80), shop('Ceramika Polska', 'PLN', 18_900, 20)],
  }),
  plain('Wiener Spielzeug', 'AT', 'Europe/Vienna', {
    trade: 'flowers',
    weight: 0.4,
    shops: [shop('Spielzeug', 'EUR', 3600, 85), shop('Spielzeug Holz', 'EUR', 5100, 15)],
  }),
  plain('Sint Maarten Surf', 'NL', amsterdam, {
    trade: 'ferries',
    weight: 0.3,
    shops: [shop('Surf School', 'EUR', 8500, 70), shop('Surf Shop', 'USD', 6500, 30)],
  }),
]

/** Payment products by the payer's country; a country that is not listed uses cards and PayPal. */
export const productsByCountry: Readonly<Record<string, Readonly<Partial<Record<PaymentProduct, number>>>>> = {
  NL: { ideal: 62, card: 22, paypal: 6, klarna: 6, sepa_debit: 4 },
  BE: { bancontact: 58, card: 30, paypal: 8, klarna: 4 },
  DE: { paypal: 34, klarna: 26, card: 25, sepa_debit: 15 },
  AT: { eps: 35, card: 30, paypal: 20, klarna: 15 },
  FR: { card: 85, paypal: 15 },
  GB: { card: 78, paypal: 20, klarna: 2 },
  PL: { blik: 65, card: 30, paypal: 5 },
}
export const otherProducts: Readonly<Partial<Record<PaymentProduct, number>>> = { card: 82, paypal: 18 }

export const payersOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  NL: { NL: 84, BE: 8, DE: 5, FR: 1, GB: 1, US: 1 },
  BE: { BE: 76, NL: 12, FR: 8, DE: 3, GB: 1 },
  DE: { DE: 82, AT: 10, NL: 4, CH: 3, FR: 1 },
  FR: { FR: 88, BE: 7, CH: 3, DE: 2 },
  GB: { GB: 90, IE: 5, US: 4, NL: 1 },
  PL: { PL: 88, DE: 8, CZ: 4 },
  AT: { AT: 80, DE: 18, CH: 2 },
}
export const payersByCurrency: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  GBP: { GB: 94, IE: 3, NL: 3 },
  USD: { US: 90, CA: 6, GB: 4 },
  JPY: { JP: 97, US: 3 },
  KWD: { KW: 90, SA: 6, AE: 4 },
  PLN: { PL: 98, DE: 2 },
}
