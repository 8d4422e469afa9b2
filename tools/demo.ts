// `npm run demo -- --transactions 200000`: drops the databases and loads the demo again, in another size.
import { parseArgs } from 'node:util'
import { StartProblem } from './database/data-lock.ts'
import { seconds, startStack } from './run/stack.ts'
import { onStopRequest } from './run/stopping.ts'
import { readSettings } from './settings.ts'

const began = Date.now()
const { signal, force } = onStopRequest()
force.addEventListener('abort', () => setImmediate(() => process.exit(130)))

try {
  const { values } = parseArgs({ options: { transactions: { type: 'string' }, replace: { type: 'boolean' } } })
  const settings = readSettings()
  if (settings.databaseUrl && !values.replace) {
    throw new StartProblem('This deletes everything in the database of DATABASE_URL: say --replace if that is wanted.')
  }
  const demo = values.transactions === undefined ? true : { transactions: countFrom(values.transactions) }
  const stack = await startStack({ ...settings, demo, reload: true, run: 'no server', signal, force, log: console.log })
  await stack.stop()
  console.log(`The demo is loaded, after ${seconds(began)}. "npm start" shows it.`)
  process.exit(0)
} catch (error) {
  const isPlain =
    error instanceof StartProblem || signal.aborted || (error as { code?: string }).code?.startsWith('ERR_PARSE')
  console.error(isPlain ? (error as Error).message : error)
  process.exit(1)
}

function countFrom(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 0) return count
  throw new StartProblem(`--transactions takes a whole number, not "${text}".`)
}
