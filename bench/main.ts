// `npm run bench [-- --rows 10000000]`: takes the measurements of docs/performance.md, and writes that file.
import { parseArgs } from 'node:util'
import { chartTimes } from './charts.ts'
import { counts } from './counts.ts'
import { decisions } from './decisions.ts'
import { disk } from './disk.ts'
import { exportSpeed } from './exports.ts'
import { ledger } from './ledger.ts'
import { lists } from './lists.ts'
import { payments } from './payments.ts'
import { type Chapter, readMeasured, writeMeasured, writeReport } from './report.ts'
import { reportSpeed } from './reports.ts'
import { trail } from './trail.ts'
import { upkeep } from './upkeep.ts'
import { web } from './web.ts'
import { openWorld, type World } from './world.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, only: { type: 'string' } } })
const rows = Number(values.rows)
if (!Number.isInteger(rows) || rows < 1_000)
  throw new Error(`--rows takes a whole number from 1000, not "${values.rows}"`)

const parts: Record<string, (world: World) => Promise<Chapter | Chapter[]>> = {
  lists,
  counts,
  charts: chartTimes,
  upkeep,
  exports: exportSpeed,
  reports: reportSpeed,
  web,
  payments,
  trail,
  decisions,
  ledger,
  disk,
}

const world = await openWorld(rows, console.log)
try {
  const measured = readMeasured(world.dataDir)
  if (world.loaded_s !== undefined) measured.loading = [loading(world.loaded_s)]
  for (const [name, part] of Object.entries(parts)) {
    if (values.only && values.only !== name) continue
    console.log(`measuring ${name}`)
    measured[name] = [await part(world)].flat()
    writeMeasured(world.dataDir, measured)
  }
  const chapters = ['loading', ...Object.keys(parts)].flatMap((name) => measured[name] ?? [])
  for (const { title, findings } of chapters) {
    console.log(`\n${title}`)
    for (const { what, measured, met } of findings)
      console.log(`${met === false ? 'MISSED ' : '       '}${what}: ${measured}`)
  }
  const { rows: version } = await world.sql.query<{ server_version: string }>('show server_version')
  console.log(`\nwritten: ${writeReport(rows, version[0]?.server_version ?? '', chapters)}`)
} finally {
  await world.stop()
}
process.exit(0)

function loading(loaded_s: number): Chapter {
  const most = rows <= 100_000 ? 10 : rows <= 1_000_000 ? 40 : 900
  return {
    title: 'Loading',
    findings: [
      {
        what: `an empty folder to a usable demo of ${rows.toLocaleString('en')} payments`,
        budget: `≤ ${most} s`,
        measured: `${loaded_s.toFixed(1)} s`,
        met: loaded_s <= most,
      },
    ],
  }
}
