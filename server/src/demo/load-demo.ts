import pg from 'pg'
import { hashPassword } from '../identity/sign-in/password.ts'
import { addresses } from '../migrate.ts'
import { openDatabases } from '../platform/db/database.ts'
import { addCallbacks } from './callback-addresses.ts'
import { addCheckoutDesigns } from './checkout-designs.ts'
import { atOnce } from './connections.ts'
import { addDecisions } from './decisions/write-configuration.ts'
import { addImports } from './imports.ts'
import { addLinks } from './links.ts'
import { type DemoMerchant, importShopName, merchants } from './merchants.ts'
import { addMiddleware } from './middleware.ts'
import { addBankAccounts } from './money/bank-accounts.ts'
import { addParticulars, creditOne, invoiceClosedMonths } from './money/invoices.ts'
import { addLedger } from './money/ledger.ts'
import { addOneOffs, bookOneOffs } from './money/one-offs.ts'
import { keepClientMoneyWhole } from './money/own-money.ts'
import { addPaidBefore } from './money/paid-before.ts'
import { addPayouts } from './money/payouts.ts'
import { addReceipts, payInvoices } from './money/receipts.ts'
import { addReconciliation } from './money/reconciliation.ts'
import { addSap } from './money/sap.ts'
import { addSettlementUpdates } from './money/settlement-updates.ts'
import {
  addNotices,
  addPayoutsInEuros,
  addSettlementProfiles,
  holdLatest,
  holdProfile,
  settleClosedDays,
} from './money/settlements.ts'
import { addPackages, rehearseSubmitted } from './pricing/add-packages.ts'
import { addPricing } from './pricing/add-pricing.ts'
import { accountsOf, registerSandboxAccounts } from './sandbox/sandbox-accounts.ts'
import { addScheduled } from './scheduled.ts'
import { addSignInSituations, signInSituations } from './sign-in/sign-in-situations.ts'
import { addStatistics, rollupNames } from './statistics.ts'
import { addMerchant, type Place } from './structure.ts'
import { addSubscriptions } from './subscriptions.ts'
import { noteLastPayments } from './terminals.ts'
import { type LoadedTable, Loader, loadedTables } from './trade/copy.ts'
import { seeded } from './trade/random.ts'
import { day } from './trade/seasons.ts'
import { addSegments } from './trade/segments.ts'
import { addTrade } from './trade/trade.ts'
import { addUsers, demoPassword, demoUsers } from './users.ts'
import { withoutTriggers } from './without-triggers.ts'

export interface DemoOptions {
  /** An account that may create tables: the owner of the database, or a superuser. */
  adminUrl: string
  masterKey: string
  sandboxUrl: string
  /** The server's address for notifications; the merchant's id is appended. */
  notificationUrl: string
  transactions?: number
  log: (line: string) => void
  /** The moment of the last payments; default: now. */
  now?: Date
}

export interface DemoSummary {
  rows: ReadonlyMap<LoadedTable, number>
  /** An empty shop in US dollars, for `npm run import`. */
  importProfile: string
}

const usual = 100_000
const seed = 'kontor'
const span = 730 * day
/** The tables that the closing of days and settlements fill. */
const grownTables = ['ledger_transfer', 'ledger_available', 'ledger_balance', 'settlement', 'settlement_schedule']

/** True when the database has no data of any use yet. */
export async function isEmpty(adminUrl: string): Promise<boolean> {
  return inClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>(
      'select not exists (select from merchant) and not exists (select from platform_user) as empty',
    )
    return rows[0]?.empty === true
  })
}

/** True when `loadDemo` made the data of this installation. */
export async function isDemo(adminUrl: string): Promise<boolean> {
  return inClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ demo: boolean }>('select demo from installation')
    return rows[0]?.demo === true
  })
}

/** The demo's sign-ins, one per line; empty when the installation is no demo. */
export async function demoSignIns(adminUrl: string): Promise<string[]> {
  if (!(await isDemo(adminUrl))) return []
  return [...demoUsers, ...signInSituations].map(({ email, says }) => `${email.padEnd(28)} ${demoPassword}   ${says}`)
}

/** Fills an empty database with a provider, its merchants and two years of trade, up to this moment. */
export async function loadDemo(given: DemoOptions): Promise<DemoSummary> {
  // One moment for all parts: the ids of routings and rulesets come from it.
  const now = given.now ?? new Date()
  return loadAt({ ...given, now })
}

type DatedOptions = DemoOptions & { now: Date }

async function loadAt(options: DatedOptions): Promise<DemoSummary> {
  const now = options.now.getTime()
  const passwordHash = hashPassword(demoPassword)
  return inClient(options.adminUrl, async (client) => {
    const loader = new Loader(client)
    const places = await withoutTriggers(client, async () => {
      const loaded = await addEverything(client, loader, options, await passwordHash)
      await client.query('update installation set demo = true')
      return loaded
    })
    await addSubscriptions(client, seeded(`${seed}/subscriptions`), options.now)
    await addCheckoutDesigns(client, seeded(`${seed}/designs`), now)
    await addCallbacks(client, options.sandboxUrl)
    await addMiddleware(client, options.sandboxUrl)
    await addDecisions(client, places, now)
    await addImports(client, options.masterKey)
    await addPricing(client, seeded(`${seed}/pricing`), now)
    const random = seeded(`${seed}/bank-accounts`)
    await addBankAccounts({ client, random, masterKey: options.masterKey, now }, places)
    await client.query('set default_statistics_target = 20')
    await client.query(`analyze ${[...loadedTables, ...rollupNames, 'customer_rfm'].join(', ')}`)
    await addSettlementProfiles(client, seeded(`${seed}/settlements`), places, now)
    if (places[1]) await addPayoutsInEuros(client, seeded(`${seed}/payouts-in-euros`), places[1], now)
    await addPackages(client, seeded(`${seed}/packages`), places, now)
    await addParticulars(client, seeded(`${seed}/particulars`), places, now)
    // After the prices, and with the delays of the profiles.
    await addOneOffs(client, seeded(`${seed}/one-offs`), places, now)
    let months = 0
    await addLedger(options, async (databases, days) => {
      months += 1
      // As autovacuum would, whenever there is twice as much: a settlement without statistics reads the whole ledger for each refund.
      if (Number.isInteger(Math.log2(months))) await client.query(`analyze ${grownTables.join(', ')}`)
      await bookOneOffs(databases, days)
      await settleClosedDays(databases)
      await invoiceClosedMonths(databases, options.masterKey)
      await keepClientMoneyWhole(databases)
    })
    await rehearseSubmitted(client, seeded(`${seed}/rehearsals`), now)
    await holdLatest(client, places)
    await payOut(options, places)
    await holdProfile(client, places)
    await addNotices(client, places, options.sandboxUrl)
    await registerSandboxAccounts({
      ...options,
      accounts: places.flatMap(({ id, furtherCards }) => accountsOf(id, furtherCards)),
    })
    return summaryOf(loader, places, options)
  })
}

/** By the commands that people use. */
async function payOut(
  { adminUrl, masterKey, sandboxUrl, now }: DatedOptions,
  [, second]: readonly Place[],
): Promise<void> {
  const databases = openDatabases(addresses(adminUrl, masterKey), () => {}, { merchant: 1, provider: atOnce })
  try {
    const house = { databases, masterKey, now }
    await addPayouts(house, await addPaidBefore(house))
    await addReconciliation({ ...house, sandboxUrl })
    await addReceipts(house)
    await payInvoices(house)
    if (second) await creditOne(house, second)
    await addSettlementUpdates(house)
    await addSap(house)
  } finally {
    await databases.close()
  }
}

async function addEverything(
  client: pg.Client,
  loader: Loader,
  options: DatedOptions,
  passwordHash: string,
): Promise<Place[]> {
  const now = options.now.getTime()
  await client.query('select ensure_partitions($1::date, $2::date)', [new Date(now - span - 31 * day), new Date(now)])
  const counts = shares(options.transactions ?? usual)
  const places: Place[] = []
  for (const [index, merchant] of merchants.entries()) {
    const random = seeded(`${seed}/${merchant.name}`)
    // Every fourth merchant came later.
    const from = Math.floor((now - (index % 4 === 3 ? span * 0.6 : span)) / day) * day
    const place = addMerchant({ loader, random, ...options }, merchant, from, ownerNameOf(merchant))
    places.push(place)
    await addTrade(loader, random, place, counts[index] ?? 0, merchant.inactive ? now - 120 * day : now, {
      now,
      masterKey: options.masterKey,
    })
  }
  addUsers(loader, seeded(`${seed}/users`), places, passwordHash, Math.floor((now - span) / day) * day)
  await loader.finish()
  await addScheduled(client, loader, seeded(`${seed}/scheduled`), places, now)
  await loader.finish()
  const secrets = { masterKey: options.masterKey, passwordHash }
  await addSignInSituations(client, seeded(`${seed}/situations`), secrets, Math.floor((now - span) / day) * day)
  await addLinks(client, seeded(`${seed}/links`), places, now)
  await markReversals(client)
  await addStatistics(client)
  await addSegments(client, new Date(now))
  await noteLastPayments(client)
  return places
}

/** A trigger marks the payments of everybody else. */
const markReversals = (client: pg.Client) =>
  client.query(`update transaction t set reversals = r.reversals from transaction_reversals r
    where t.merchant_id = r.merchant_id and t.created_at = r.transaction_created_at and t.id = r.transaction_id
      and r.reversals <> '{}'`)

const ownerNameOf = ({ name }: DemoMerchant): string | undefined =>
  demoUsers.find(({ merchant, roles }) => merchant === name && roles.includes('USER_ALL'))?.name

/** The number of payments of each merchant; the first gets what rounding leaves. */
function shares(total: number): number[] {
  const weights = merchants.reduce((sum, { weight }) => sum + weight, 0)
  const counts = merchants.map(({ weight }) => Math.floor((total * weight) / weights))
  const rest = total - counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count, index) => (index === 0 ? count + rest : count))
}

function summaryOf(loader: Loader, places: readonly Place[], { log }: DemoOptions): DemoSummary {
  const importProfile = places.flatMap(({ shops }) => shops).find(({ name }) => name === importShopName)?.id ?? ''
  log(`the shop ${importShopName} is empty: npm run import -- --profile ${importProfile} --file … --map …`)
  return { rows: loader.counts, importProfile }
}

async function inClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
