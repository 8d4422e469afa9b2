import type { Endpoint } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { merchantRoles } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'
import { tableOf } from '../world.ts'
import { type Document, isUuid, resolved } from './least-body.ts'

let kontor: TestApp
let document: Document
let columns: Column[]

interface Column {
  table: string
  name: string
  /** What each role of the database may do with it. */
  kontor_merchant: string[]
  kontor_provider: string[]
  /** True of a table of which the role of merchants may write something. */
  is_theirs: boolean
}

beforeAll(async () => {
  kontor = await startTestApp()
  document = (await kontor.get('', '/v1/openapi.json')).body
  const may = (role: string) => `array(select may from unnest('{insert, update}'::text[]) may
    where has_column_privilege('${role}', c.oid, a.attnum, may)) as ${role}`
  const { rows } = await kontor.databases.pools.provider.query(
    `select c.relname as table, a.attname as name, ${may('kontor_merchant')}, ${may('kontor_provider')},
       has_any_column_privilege('kontor_merchant', c.oid, 'insert, update') as is_theirs
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  )
  columns = rows
})
afterAll(() => kontor.stop())

/** The columns that the fields of a body are kept in, where the table has one of that name. */
function writtenBy({ method, path, area }: Endpoint): Column[] {
  const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const schema = operation?.requestBody?.content['application/json']?.schema
  const fields = schema ? (resolved(document, schema).properties ?? {}) : {}
  const own = columns.filter(({ table }) => table === (tableOf[area] ?? area))
  return Object.entries(fields).flatMap(([field, shape]) => {
    // A body may name the row that the address names.
    if (field === 'id') return []
    const { pattern, anyOf = [] } = resolved(document, shape)
    const isId = [pattern, ...anyOf.map((each) => each.pattern)].some(isUuid)
    return own.filter(({ name }) => name === field || (isId && name === `${field}_id`))
  })
}

/**
 * The roles by which a command reaches the database: people of a merchant and their programs have another one than the
 * provider's staff, but for tables of which theirs may write nothing (`as` of a route).
 */
const rolesOf = ({ access }: Endpoint, { table, is_theirs }: Column) => {
  const isOfMerchants = typeof access !== 'string' && access.flat().some((role) => merchantRoles.includes(role))
  // Of users theirs may write what somebody changes of themselves.
  const isByTheirs = isOfMerchants && is_theirs && table !== 'platform_user'
  return isByTheirs ? (['kontor_merchant', 'kontor_provider'] as const) : (['kontor_provider'] as const)
}

describe('a field of a command', () => {
  it.each([
    ['create', 'insert', 400],
    ['update', 'update', 300],
  ] as const)('to %s a row is a column into which those who may give it can %s', (verb, privilege, least) => {
    const commands = endpoints.filter(({ name, access }) => name.startsWith(`${verb}-`) && typeof access !== 'string')
    const written = commands.flatMap((command) =>
      writtenBy(command).flatMap((column) => rolesOf(command, column).map((role) => ({ command, role, column }))),
    )
    expect(written.length).toBeGreaterThan(least)
    const refused = written
      .filter(({ role, column }) => !column[role].includes(privilege))
      .map(
        ({ command, role, column }) => `${command.name}: ${role} may not ${privilege} ${column.table}.${column.name}`,
      )
    expect(refused).toEqual([])
  })
})
