import { migrationNames } from '../migration-files.ts'
import { mismatchOf, mismatchText } from '../platform/schema-version.ts'
import { systemClock } from '../platform/time/clock.ts'
import { engineClock } from '../platform/time/engine-clock.ts'
import type { Progress } from '../recovery/book-listed.ts'
import { type Reconciled, reconcileSince } from '../recovery/reconcile.ts'
import { readSettings } from '../settings.ts'
import { StartProblem } from '../start-problem.ts'
import { openChecked } from './run-until-stopped.ts'
import { appliedMigrations } from './tables.ts'

/**
 * Asks every processor for what it has since a moment, and books what the database lacks. Prints a line for each account; gives 1
 * when one could not be asked, or something could not be booked.
 */
export async function reconcile(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<number> {
  const since = sinceIn(args)
  const settings = readSettings(env)
  const databases = await openChecked(settings, (error) => console.error(error.message))
  try {
    const mismatch = mismatchOf(await migrationNames(), await appliedMigrations(databases.pools.provider))
    if (mismatch) throw new StartProblem(mismatchText(mismatch))
    const clock = engineClock(databases, systemClock)
    await clock.refresh()
    const gateways = {
      masterKey: settings.KONTOR_MASTER_KEY,
      publicUrl: settings.KONTOR_PUBLIC_URL,
      timeout_ms: settings.KONTOR_GATEWAY_TIMEOUT_MS,
    }
    const onContradiction = ({ reference, status }: { reference: string; status: string }) =>
      console.error(`for a person, at the provider's desk: ${reference}, ${status}`)
    const house = { databases, gateways, clock, onContradiction, onProgress: progressOf() }
    let code = 0
    for await (const account of reconcileSince(house, since)) {
      console.log(lineOf(account))
      if (account.is === 'failed') code = 1
    }
    return code
  } finally {
    await databases.close()
  }
}

const eachTime = 1_000

/** Says how far an account is, each time that a thousand more were read: of very many it would be silent for hours. */
function progressOf(): (progress: Progress) => void {
  let said = ''
  return ({ gateway, processors, listed, refunds }) => {
    const next = `${gateway} (${processors.join(', ')})`
    const [thousands, ofRefunds] = [listed, refunds].map((count) => Math.floor(count / eachTime) * eachTime)
    const line = `${next}: ${thousands} payments read, ${ofRefunds} refunds of before looked at so far`
    if (line === said || (!thousands && !ofRefunds)) return
    said = line
    console.error(line)
  }
}

function sinceIn([name, text = '', ...others]: readonly string[]): Date {
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const since = new Date(isInstant ? text : Number.NaN)
  if (name !== '--since' || others.length > 0 || Number.isNaN(since.getTime()))
    throw new StartProblem('reconcile: say since when, with its time zone, as in "--since 2026-10-31T04:00:00Z"')
  if (since > new Date()) throw new StartProblem('reconcile: --since lies ahead')
  return since
}

function lineOf({ gateway, processors, is, why, ...counts }: Reconciled): string {
  const whose = `${gateway} (${processors.join(', ')})`
  if (is === 'no_list')
    return `${whose}: has no list of payments. What it has, its notifications and its files of payouts bring alone.`
  const { listed, payments, captures, voids, refunds, unknown, elsewhere } = counts
  const said = `${listed} payments with news; booked ${payments} payments, ${captures} captures, ${voids} voids, ${refunds} refunds; ${unknown} are for a person; ${elsewhere} are not of Kontor`
  return is === 'failed' ? `${whose}: FAILED, ${why}. ${said}` : `${whose}: ${said}`
}
