import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { entities } from '@kontor/contract/entities'
import type { Entity } from '@kontor/contract/entity'
import type { FieldKind } from '@kontor/contract/field'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHeavy } from '../heavy.ts'
import { faultsOf } from '../workbook.ts'
import { base, makeWorld, type World } from '../world.ts'

const named = entities.map((entity) => [entity.name, entity] as const)
const texts = ['00123', '4111111111111111', '+31612345678', '=1+1', ' <b>Zoë & 😀</b> ', 'one\ntwo', '_x0041_', '1e5']
const amounts = [1, 1_234_567, 999_999_999_999]

let world: World
let folder: string
beforeAll(async () => {
  world = await makeWorld()
  folder = await mkdtemp(join(tmpdir(), 'kontor-sheets-'))
  const numbered = (table: string) => `from (select id, row_number() over (order by id) as number from ${table}) n
    where n.id = ${table}.id and number = $1`
  for (const [at, text] of texts.entries())
    await world.sql(`update customer set street_address = $2 ${numbered('customer')}`, [at + 1, text])
  for (const [at, amount] of amounts.entries())
    await world.sql(`update payment_link set amount = $2 ${numbered('payment_link')}`, [at + 1, amount])
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true })
})

async function file(entity: Entity, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const path = `${base(entity)}/export?format=${format}&_columns=${Object.keys(entity.fields).join(',')}`
  const response = await fetch(world.kontor.url + path, { headers: { cookie: world.who.provider } })
  expect([path, response.status]).toEqual([path, 200])
  return Buffer.from(await response.arrayBuffer())
}

const kindsOf = (entity: Entity) => Object.values(entity.fields).map(({ kind }) => kind)
/** The rows of the CSV, without the apostrophe before what would be a formula. */
const csvRows = async (entity: Entity): Promise<string[][]> =>
  parse(await file(entity, 'csv'), { bom: true, from_line: 2 }).map((row) =>
    row.map((cell) => cell.replace(/^'(?=[=+@-])/, '')),
  )

/** The value of a sheet's cell as the CSV writes it. */
function asInCsv(value: unknown, kind: FieldKind | undefined, csv: string): string {
  if (value === null || value === undefined) return ''
  // A number of a sheet has no zeros at its end, and an instant no zone and no milliseconds.
  if (typeof value === 'number')
    return csv.includes('.') ? value.toFixed(csv.length - csv.indexOf('.') - 1) : String(value)
  if (!(value instanceof Date)) return String(value).replaceAll('\r\n', '\n')
  return kind === 'date' ? value.toISOString().slice(0, 10) : value.toISOString().slice(0, 19) + csv.slice(19)
}

it.each(named)(
  'the workbook of %s is valid, and an independent reader finds each cell of the CSV in it',
  async (_name, entity) => {
    const kinds = kindsOf(entity)
    const rows = await csvRows(entity)
    const written = await file(entity, 'xlsx')
    expect(faultsOf(written)).toEqual([])
    const read = (await readXlsx(written)).sheets[0]?.rows.slice(1) ?? []
    expect(read.map((row) => kinds.map((kind, at) => typeOf(row[at], kind)))).toEqual(
      rows.map((row) => kinds.map((kind, at) => (row[at] === '' ? 'nothing' : (types[kind] ?? 'string')))),
    )
    expect(rows.map((row, of) => row.map((csv, at) => asInCsv(read[of]?.[at], kinds[at], csv)))).toEqual(rows)
    expect(rows.length).toBeGreaterThan(1)
  },
)

const types: Partial<Record<FieldKind, string>> = {
  money: 'number',
  integer: 'number',
  decimal: 'number',
  boolean: 'boolean',
  timestamp: 'date',
  date: 'date',
}
function typeOf(value: unknown, kind: FieldKind): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  // An empty list is an empty text.
  if (value instanceof Date) return 'date'
  return kind in types ? typeof value : 'string'
}

/** The text of a cell when the workbook is open in a spreadsheet program in English. */
function shown(csv: string, kind: FieldKind | undefined): string {
  if (csv === '') return ''
  switch (kind) {
    case 'money':
      return csv.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
    case 'decimal':
      return String(Number(csv))
    case 'boolean':
      return csv.toUpperCase()
    case 'timestamp':
      return `${csv.slice(0, 10)} ${csv.slice(11, 19)}`
    default:
      return csv
  }
}

/** Converts workbooks to CSV files beside them, as their cells are shown. */
interface Program {
  command: string
  convert(files: string[]): Promise<unknown>
}
const run = promisify(execFile)
const environment = () => ({ ...process.env, LC_ALL: 'C.UTF-8', HOME: folder })
const programs: Program[] = [
  {
    command: 'ssconvert',
    convert: async (files) => {
      const form = ['-T', 'Gnumeric_stf:stf_assistant', '-O', 'format=preserve charset=UTF-8']
      for (const each of files)
        await run('ssconvert', [...form, each, each.replace('.xlsx', '.csv')], { env: environment() })
    },
  },
  {
    command: 'soffice',
    // Comma, quote, UTF-8, from line 1, no formats, no language, only needed quotes, and numbers as shown.
    convert: (files) => {
      const form = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'
      const own = `-env:UserInstallation=file://${folder}/office`
      return run('soffice', [own, '--headless', '--convert-to', form, '--outdir', folder, ...files], {
        env: environment(),
      })
    },
  },
]
const isInstalled = ({ command }: Program) => spawnSync(command, ['--version']).status === 0

for (const program of programs)
  describe.runIf(isHeavy && isInstalled(program))(`${program.command}`, () => {
    it('shows each cell of the CSV, amounts and dates in their formats', async () => {
      const files: string[] = []
      // One after the other: a person may have two exports at once.
      for (const entity of entities) {
        const path = join(folder, `${entity.name}.xlsx`)
        await writeFile(path, await file(entity, 'xlsx'))
        files.push(path)
      }
      await program.convert(files)
      for (const entity of entities) {
        const kinds = kindsOf(entity)
        // Gnumeric shows the escapes of workbooks as they are written.
        const text = (await readFile(join(folder, `${entity.name}.csv`), 'utf8')).replaceAll('_x005F_', '_')
        const seen = parse(text, { from_line: 2, relax_column_count: true })
        const wanted = (await csvRows(entity)).map((row) => row.map((csv, at) => shown(csv, kinds[at])))
        expect([entity.name, seen]).toEqual([entity.name, wanted])
      }
    }, 300_000)
  })
