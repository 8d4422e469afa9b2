// `npm run import -- --profile <id> --file shop.csv --map 'reference=order,amount=total,created_at=date'`

import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type DateOrder, dateOrders } from '@kontor/contract/imports/import.rules'
import { isUuid } from '@kontor/contract/uuid'
import { parseMapping } from '../server/src/imports/file/mapping.ts'
import { ImportProblem } from '../server/src/imports/file/problem.ts'
import { rejectedFile } from '../server/src/imports/file/rejected-file.ts'
import { importTransactions } from '../server/src/imports/transactions/import-transactions.ts'
import { openDatabases } from '../server/src/platform/db/database.ts'
import { reachDatabase } from './database/reach-database.ts'
import { showProgress } from './importing/import-progress.ts'
import { said } from './run/problem.ts'
import { readSettings } from './run/settings.ts'
import { onStopRequest } from './run/stopping.ts'

const usage = `npm run import -- --profile <id> --file <path> --map <mapping> [--processor <id>] [--delimiter ;]
  [--decimal ,] [--date-order dmy] [--encoding utf-8]

The mapping is target=source, comma-separated. A source is the name of a column, a template with {column} and {line}, or a
constant after a second equals sign: reference=CDNOW-{line},customer=customer_id,amount=amount,created_at=date,country_code==US
--date-order says how dates are written that do not begin with the year: dmy for 31-12-2026, mdy for 12-31-2026. Without it they
are rejected.
Targets: reference, amount, created_at; customer, currency, country_code, payment_product; and of the customer email, name,
first_name, last_name, city, postal_code, phone.`

// npm runs scripts in the folder of the package; INIT_CWD is the folder where it was called.
const here = process.env.INIT_CWD ?? process.cwd()

try {
  process.exitCode = await run()
} catch (error) {
  console.error(said(error))
  process.exitCode = 1
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      ...text('profile', 'file', 'map', 'processor', 'delimiter', 'decimal', 'date-order', 'encoding'),
      help: { type: 'boolean' },
    },
  })
  const { profile, file, map } = values
  if (values.help || !profile || !file || !map) {
    console.error(usage)
    return values.help ? 0 : 1
  }
  if (!isUuid(profile)) throw new ImportProblem(`--profile takes the id of a payment profile, not "${profile}".`)
  const mapping = parseMapping(map)
  const path = resolve(here, file)
  await access(path).catch(() => {
    throw new ImportProblem(`There is no file ${path}.`)
  })
  const rejected = rejectedFile(resolve(here, `${basename(file)}.rejected.csv`))
  const { signal } = onStopRequest()
  const database = await reachDatabase(readSettings())
  const databases = openDatabases(database, () => {}, { merchant: 1, provider: 2 })
  const progress = showProgress()
  try {
    const summary = await importTransactions(databases.provider, {
      bytes: createReadStream(path, { highWaterMark: 256 * 1024 }),
      fileName: basename(file),
      paymentProfile: profile,
      processor: values.processor,
      mapping,
      delimiter: values.delimiter === 'tab' ? '\t' : values.delimiter,
      decimal: decimalSign(values.decimal),
      dateOrder: dateOrder(values['date-order']),
      encoding: values.encoding,
      now: new Date(),
      signal,
      onProgress: progress.show,
      onRejected: rejected.add,
    })
    progress.end(summary)
    if (summary.rejected > 0) console.error(`The rejected lines stand in ${rejected.path}.`)
    if (!summary.finished) console.error('Stopped. The same command goes on where this one ended.')
    return summary.finished ? 0 : 130
  } finally {
    await rejected.close()
    await databases.close()
    await database.stop()
  }
}

function text<const N extends string>(...names: N[]) {
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<N, { type: 'string' }>
}

function decimalSign(sign: string | undefined): '.' | ',' | undefined {
  if (sign === undefined || sign === '.' || sign === ',') return sign
  throw new ImportProblem(`--decimal takes . or , and not "${sign}".`)
}

function dateOrder(order: string | undefined): DateOrder | undefined {
  const known = dateOrders.find((each) => each === order)
  if (order === undefined || known) return known
  throw new ImportProblem(`--date-order takes dmy, mdy or ymd, and not "${order}".`)
}
