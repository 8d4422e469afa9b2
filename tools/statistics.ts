// `npm run statistics -- verify` compares the roll-ups with the rows; `-- rebuild` makes the roll-ups again from the
// rows.
import { parseArgs } from 'node:util'
import { rebuild, rebuildCustomers } from '../server/src/insights/rollups/rebuild.ts'
import { everyDay, verify } from '../server/src/insights/rollups/verify.ts'
import { openDatabases } from '../server/src/platform/db/database.ts'
import { type Days, monthsOf } from '../server/src/platform/time/months.ts'
import { StartProblem } from './database/data-lock.ts'
import { reachDatabase } from './database/reach-database.ts'
import { readSettings } from './run/settings.ts'

const usage = `npm run statistics -- verify|rebuild [--from 2026-01-01] [--to 2026-01-31]
Days of the installation's time zone, both included; without them, everything.`

try {
  process.exitCode = await run()
} catch (error) {
  const isPlain = error instanceof StartProblem || (error as { code?: string }).code?.startsWith('ERR_PARSE')
  console.error(isPlain ? (error as Error).message : error)
  process.exitCode = 1
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' } },
  })
  const [verb] = positionals
  if (positionals.length !== 1 || (verb !== 'verify' && verb !== 'rebuild')) throw new StartProblem(usage)
  const [from, to] = [dayFrom(values.from), dayFrom(values.to)]
  const database = await reachDatabase(readSettings())
  const databases = openDatabases(database, () => {}, { merchant: 1, provider: 2 })
  try {
    const all = await everyDay(databases.provider)
    if (!all) {
      console.log('There are no payments yet.')
      return 0
    }
    const days = { first: from ?? all.first, last: to ?? all.last }
    if (days.first > days.last) throw new StartProblem(`${days.first} is after ${days.last}.`)
    if (verb === 'rebuild') for (const month of monthsOf(days)) await rebuilt(databases.provider, month)
    if (verb === 'rebuild') await rebuildCustomers(databases.provider)
    return await verified(databases.provider, days)
  } finally {
    await databases.close()
    await database.stop()
  }
}

type Db = Parameters<typeof rebuild>[0]

async function rebuilt(db: Db, month: Days): Promise<void> {
  await rebuild(db, month)
  console.log(`${month.first} … ${month.last} made anew`)
}

async function verified(db: Db, days: Days): Promise<number> {
  const { differences, examples, set_aside } = await verify(db, () => new Date(), days)
  console.log(
    `${days.first} … ${days.last}: ${differences === 0 ? 'the roll-ups are what the rows say' : `${differences} differences`}`,
  )
  for (const example of examples) console.log(JSON.stringify(example))
  if (set_aside > 0) console.log(`${set_aside} changes are set aside (statistics_delta_aside): "rebuild" counts them`)
  return differences === 0 && set_aside === 0 ? 0 : 1
}

function dayFrom(text: string | undefined): string | undefined {
  if (text === undefined || (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)))) return text
  throw new StartProblem(`"${text}" is not a day like 2026-01-31.`)
}
