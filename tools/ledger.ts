// `npm run ledger -- verify` compares the ledger with payments and with itself.
import { verifyLedger } from '../server/src/ledger/checking/verify-ledger.ts'
import { openDatabases } from '../server/src/platform/db/database.ts'
import { StartProblem } from './database/data-lock.ts'
import { reachDatabase } from './database/reach-database.ts'
import { readSettings } from './run/settings.ts'

const usage = 'npm run ledger -- verify'

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exitCode = 1
}

async function run(words: readonly string[]): Promise<number> {
  if (words.length !== 1 || words[0] !== 'verify') throw new StartProblem(usage)
  const database = await reachDatabase(readSettings())
  const databases = openDatabases(database, () => {}, { merchant: 1, provider: 2 })
  try {
    const found = await verifyLedger(databases.provider, () => new Date(), { allFees: true })
    if (!found) {
      console.log('The ledger is not open.')
      return 0
    }
    const { keys, differences, examples, set_aside } = found
    console.log(`${keys} compared: ${differences === 0 ? 'the ledger is right' : `${differences} differences`}`)
    for (const example of examples) console.log(JSON.stringify(example))
    if (set_aside > 0) console.log(`${set_aside} events could not be booked and are set aside (ledger_event_aside)`)
    return differences === 0 && set_aside === 0 ? 0 : 1
  } finally {
    await databases.close()
    await database.stop()
  }
}
