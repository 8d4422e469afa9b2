import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isUuid } from '@kontor/contract/uuid'
import { healthOf } from '../health-route.ts'
import { inPlainWords } from '../plain-words.ts'
import { type Databases, openDatabases } from '../platform/db/database.ts'
import { exclusively } from '../platform/jobs/lease.ts'
import { openAlsoWith } from '../platform/secrets/key-ring.ts'
import { systemClock } from '../platform/time/clock.ts'
import { engineClock } from '../platform/time/engine-clock.ts'
import { closeDoors, closedSince, openDoors } from '../recovery/doors.ts'
import { type AccountResult, reconcile as reconcileAccounts } from '../recovery/reconcile.ts'
import { readSettings, type Settings } from '../settings.ts'
import { StartProblem } from '../start-problem.ts'
import { roleAddresses } from './role-addresses.ts'

/** What is asked for on the command line. */
interface Asked {
  since: Date | undefined
  processor: string | undefined
  isDryRun: boolean
  isAfterRestore: boolean
  isOpening: boolean
}

/** Everything was asked, and nothing waits for a person. */
const allWell = 0
/** Everything that can be asked was asked, and a person has to look. */
const toBeLookedAt = 2
/** Something could not be asked: another run is needed. */
const notAsked = 3

/**
 * Asks all processors for what they have had since a moment, and books what is not here. Prints a line for each account, and gives 0,
 * 2 when something waits for a person, 3 when an account could not be asked.
 */
export async function reconcile(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<number> {
  const asked = readArguments(args)
  const settings = readSettings(env)
  const { KONTOR_MASTER_KEY: masterKey, KONTOR_OTHER_MASTER_KEY: otherKey } = settings
  if (otherKey) openAlsoWith(masterKey, otherKey)
  const addresses = roleAddresses(settings)
  const databases = openDatabases(addresses, () => {}, { merchant: 6, provider: 6, exports: 1 })
  try {
    await refuseUnfit(databases, masterKey)
    return await alone(databases, () => run(databases, settings, asked))
  } catch (error) {
    throw inPlainWords(error, addresses.providerUrl, 'KONTOR_PROVIDER_DATABASE_URL')
  } finally {
    await databases.close()
  }
}

/** Longer than the lease of a run that was killed. */
const patience_ms = 12_000

/** Runs the work while no other run is at work. */
async function alone(databases: Databases, work: () => Promise<number>): Promise<number> {
  for (const end = Date.now() + patience_ms; ; await sleep(500)) {
    const code = await exclusively(databases.provider, 'reconcile', work)
    if (code !== undefined) return code
    if (Date.now() > end) throw new StartProblem('Another "kontor reconcile" is at work: wait for it.')
  }
}

const usage =
  'kontor reconcile --since <instant, as 2026-11-24T09:00:00Z> [--processor <id>] [--dry-run] [--after-restore] | --open'

const options = {
  since: { type: 'string' },
  processor: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'after-restore': { type: 'boolean' },
  open: { type: 'boolean' },
} as const

function readArguments(args: readonly string[]): Asked {
  const { values } = inUsage(() => parseArgs({ args: [...args], options, strict: true }))
  const { since, processor } = values
  const instant = since === undefined ? undefined : new Date(since)
  // Without a zone, or without a time, it would be another moment on another machine.
  if (since !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(since))
    throw new StartProblem(`--since ${since} is no instant with a time zone.\n${usage}`)
  if (instant && Number.isNaN(instant.getTime())) throw new StartProblem(`--since ${since} is no instant.\n${usage}`)
  if (processor !== undefined && !isUuid(processor))
    throw new StartProblem(`--processor ${processor} is no id.\n${usage}`)
  const isAfterRestore = values['after-restore'] ?? false
  const isDryRun = values['dry-run'] ?? false
  if (isAfterRestore && (isDryRun || processor !== undefined || !instant))
    throw new StartProblem(`--after-restore needs --since, and asks every processor.\n${usage}`)
  return { since: instant, processor, isDryRun, isAfterRestore, isOpening: values.open ?? false }
}

function inUsage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new StartProblem(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

async function refuseUnfit({ pools }: Databases, masterKey: string): Promise<void> {
  let why: unknown
  const look = await healthOf({ pools, masterKey }, (_, error) => {
    why = error
  })
  const trouble = await look()
  if (trouble === undefined || trouble === 'recovering') return
  if (why instanceof Error) throw why
  throw new StartProblem(`The database does not fit (${trouble}): "kontor check" says what is wrong.`)
}

async function run(databases: Databases, settings: Settings, asked: Asked): Promise<number> {
  const { provider } = databases
  if (asked.isOpening) {
    await openDoors(databases)
    console.log('Orders are taken again.')
    return allWell
  }
  if (asked.isAfterRestore && asked.since) {
    await closeDoors(databases, asked.since)
    console.log('No orders are taken until this has ended.')
  }
  const closed = await closedSince(provider)
  const since = asked.since ?? closed
  if (!since) throw new StartProblem(usage)
  const results = await askAll(databases, settings, { ...asked, since })
  const code = codeOf(results)
  const isWhole = asked.processor === undefined && !asked.isDryRun && closed !== undefined && since <= closed
  if (closed === undefined) return code
  if (isWhole && code !== notAsked) {
    await openDoors(databases)
    console.log('Orders are taken again.')
  } else
    console.log('No orders are taken yet: run this again, for all processors, or with --open if nothing can be asked.')
  return code
}

async function askAll(
  databases: Databases,
  { KONTOR_MASTER_KEY: masterKey, KONTOR_PUBLIC_URL: publicUrl, KONTOR_GATEWAY_TIMEOUT_MS: timeout_ms }: Settings,
  { since, processor, isDryRun }: Asked & { since: Date },
): Promise<AccountResult[]> {
  const clock = engineClock(databases, systemClock)
  await clock.refresh()
  const gateways = { masterKey, publicUrl, timeout_ms }
  const results: AccountResult[] = []
  const progress = sayHowFar()
  for await (const result of reconcileAccounts({
    ...{ databases, gateways, clock, since, processor, isDryRun },
    onProgress: progress,
  })) {
    results.push(result)
    console.log(lineOf(result))
  }
  if (processor && results.length === 0) throw new StartProblem(`There is no processor ${processor}.`)
  const sum = (key: 'agree' | 'booked' | 'contradictions' | 'failed') =>
    results.reduce((total, each) => total + each[key], 0)
  console.log(
    `${isDryRun ? 'Nothing was kept. ' : ''}${sum('agree')} agree, ${sum('booked')} booked, ${sum('contradictions')} for a person, ` +
      `${sum('failed')} not heard, ${results.filter(({ unasked }) => unasked).length} accounts not asked.`,
  )
  return results
}

function codeOf(results: readonly AccountResult[]): number {
  const isMissed = ({ unasked, failed }: AccountResult) =>
    failed > 0 || (unasked !== undefined && unasked !== 'no_list')
  if (results.some(isMissed)) return notAsked
  return results.some(({ unasked, contradictions }) => unasked || contradictions > 0) ? toBeLookedAt : allWell
}

const unaskedWords: Readonly<Record<string, string>> = {
  no_list:
    'has no list of its payments that could be asked for: what it had is told by its notifications and by the lines of its settlements',
  credential_incomplete: 'could not be asked: values of its credential are missing',
}

function lineOf({ merchant_name, names, gateway, unasked, ...counts }: AccountResult): string {
  const who = `${merchant_name}, ${gateway} (${names.join(', ')})`
  const { agree, booked, contradictions, others, failed } = counts
  const found = `${agree} agree, ${booked} booked, ${contradictions} for a person, ${others} of others, ${failed} not heard`
  if (unasked === undefined) return `${who}: ${found}`
  const words = unaskedWords[unasked]
  return words ? `${who}: ${words}` : `${who}: ${found}; then it could not be asked on (${unasked})`
}

const every_ms = 10_000

/** A line on the standard error now and then, while a processor has many. */
function sayHowFar(): (asked: number) => void {
  let count = 0
  let said_at = Date.now()
  return (asked) => {
    count += asked
    if (Date.now() - said_at < every_ms) return
    said_at = Date.now()
    console.error(`${count} payments asked about`)
  }
}
