import { merchantRoles, providerRoles } from '@kontor/contract/roles'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/db/ids.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'
import {
  type Attempts,
  application,
  denied,
  newChargeback,
  newRefund,
  newTransaction,
  openAttempts,
} from '../signing-in/attempts.ts'

let kontor: TestApp
let a: MadeMerchant
let b: MadeMerchant
let db: Attempts

beforeAll(async () => {
  kontor = await startTestApp()
  a = await kontor.make.merchant()
  b = await kontor.make.merchant()
  db = await openAttempts(kontor, a.merchant)
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

const rows: Attempts['rows'] = (...statement) => db.rows(...statement)
const column: Attempts['column'] = (...statement) => db.column(...statement)
const attempt: Attempts['attempt'] = (...statement) => db.attempt(...statement)
const insert: Attempts['insert'] = (...statement) => db.insert(...statement)

/** Tables with rows of a merchant. Partitions are checked one by one. */
const tenantTables = `select c.oid, c.relname as name from pg_class c join pg_attribute x on x.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and (x.attname = 'merchant_id' or c.relname = 'merchant') and x.attnum > 0 and not x.attisdropped group by 1, 2`

describe('4: the merchant is in each key', () => {
  it('of every tenant table it leads the primary key', async () => {
    const others =
      await column(`select name from (${tenantTables}) t where name not in ('merchant', 'platform_user') and not exists (
      select from pg_constraint p where p.conrelid = t.oid and p.contype = 'p'
      and (select attname from pg_attribute where attrelid = t.oid and attnum = p.conkey[1]) = 'merchant_id')`)
    expect(others).toEqual([])
  })

  it('every reference from one to another carries it', async () => {
    const without = await column(`select conrelid::regclass || ': ' || pg_get_constraintdef(f.oid) from pg_constraint f
      where contype = 'f' and conrelid in (select oid from (${tenantTables}) t)
      and confrelid in (select oid from (${tenantTables}) t where name <> 'merchant')
      and not pg_get_constraintdef(f.oid) ~ 'FOREIGN KEY \\(merchant_id, .*\\) REFERENCES \\w+\\(merchant_id, '`)
    expect(without).toEqual([])
  })

  it.each(['owner', 'provider'] as const)('%s cannot refer to another merchant’s row', async (who) => {
    const of = await kontor.make.transaction(a)
    const ofB = await kontor.make.transaction(b)
    const [organisation, customer, tag] = [
      await kontor.make.organisation(b.merchant),
      await kontor.make.customer(b.merchant),
      await kontor.make.tag(b.merchant),
    ]
    for (const foreign of [
      { organisation_id: organisation },
      { payment_profile_id: b.profile },
      { processor_id: b.processor },
      { customer_id: customer },
    ])
      expect(await insert(who, 'transaction', newTransaction(a, foreign))).toMatch(/^23503/)
    expect(await insert(who, 'refund', newRefund(a, ofB))).toMatch(/^23503/)
    expect(await insert(who, 'refund', newRefund(a, of, { processor_id: b.processor }))).toMatch(/^23503/)
    expect(await insert(who, 'chargeback', newChargeback(a, ofB))).toMatch(/^23503/)
    const tagged = {
      merchant_id: a.merchant,
      transaction_created_at: of.created_at,
      transaction_id: of.id,
      tag_id: tag,
    }
    expect(await insert(who, 'transaction_tag', tagged)).toMatch(/^23503/)
    const chosen = { merchant_id: a.merchant, payment_profile_id: a.profile, processor_id: b.processor }
    expect(await insert(who, 'payment_profile_processor', chosen)).toMatch(/^23503/)
    const { id } = newId(new Date())
    const user = { id, merchant_id: a.merchant, organisation_id: organisation, email: 'x@test.example', name: 'X' }
    expect(await insert(who, 'platform_user', user)).toMatch(/^23503/)
  })
})

describe('5: row-level security', () => {
  it('is on, and binds the owner, in every tenant table, each with a policy', async () => {
    const tables = await rows(`select name, relrowsecurity as on, relforcerowsecurity as forced,
      (select array_agg(polname::text order by polname) from pg_policy where polrelid = t.oid) as policies
      from (${tenantTables}) t join pg_class c on c.oid = t.oid`)
    expect(tables.length).toBeGreaterThan(20)
    for (const { name, ...table } of tables)
      expect([name, table]).toEqual([name, { on: true, forced: true, policies: ['every_merchant', 'own_merchant'] }])
  })

  it('is on in every partition, old and new, which nobody but the owner may read by itself', async () => {
    await rows(`select ensure_partitions('2019-01-01', '2019-02-01')`)
    const partitions = await rows(`select relname as name, relrowsecurity and relforcerowsecurity as forced,
      has_table_privilege('kontor_merchant', oid, 'select, insert, update, delete') as merchant,
      has_table_privilege('kontor_provider', oid, 'select, insert, update, delete') as provider
      from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace`)
    expect(partitions.map(({ name }) => name)).toContain('transaction_2019_02')
    expect(partitions.length).toBeGreaterThan(10)
    for (const { name, ...partition } of partitions)
      expect([name, partition]).toEqual([name, { forced: true, merchant: false, provider: false }])
  })

  it('cannot be stepped around by the application: it owns nothing and bypasses nothing', async () => {
    const roles =
      await rows(`select rolname as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as mighty,
      rolcanlogin as login from pg_roles where rolname like 'kontor%' order by 1`)
    expect(roles).toEqual([
      { name: 'kontor_engine', mighty: false, login: false },
      { name: 'kontor_merchant', mighty: false, login: true },
      { name: 'kontor_provider', mighty: false, login: true },
    ])
    const owned =
      await column(`select relname from pg_class where relowner in ('kontor_merchant'::regrole, 'kontor_provider'::regrole, 'kontor_engine'::regrole)
      union all select proname from pg_proc where proowner in ('kontor_merchant'::regrole, 'kontor_provider'::regrole)`)
    expect(owned).toEqual([])
    expect(
      await column(
        `select 1 from pg_auth_members where member in ('kontor_merchant'::regrole, 'kontor_provider'::regrole)`,
      ),
    ).toEqual([])
    for (const who of application) {
      expect(await attempt(who, 'set role kontor_engine')).toBe(denied)
      expect(await attempt(who, 'create table mine (id int)')).toBe(denied)
      expect(await attempt(who, 'alter table tag disable row level security')).toBe(denied)
      expect(await attempt(who, 'set session_replication_role = replica')).toBe(denied)
    }
    const views =
      await column(`select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
      and not coalesce(reloptions::text like '%security_invoker=true%', false)`)
    expect(views).toEqual([])
  })

  it('keeps who signs in and how out of the merchant’s role', async () => {
    expect(await attempt('merchant', 'select email, password_hash from platform_user')).toBe(denied)
    for (const table of ['role_grant', 'session', 'user_token', 'api_key', 'statistics_check', 'import'])
      expect(await attempt('merchant', `select from ${table}`)).toBe(denied)
  })

  it('shows a merchant its own rows, and lets it write no others', async () => {
    await kontor.make.transaction(a)
    const ofB = await kontor.make.transaction(b)
    for (const table of ['transaction', 'organisation', 'processor', 'payment_profile'])
      expect(await attempt('merchant', `select from ${table} where merchant_id <> $1`, [a.merchant])).toBe('0 rows')
    expect(await attempt('merchant', 'select from transaction where id = $1', [ofB.id])).toBe('0 rows')
    expect(await attempt('merchant', `update transaction set status_reason = 'x' where id = $1`, [ofB.id])).toBe(
      '0 rows',
    )
    expect(await attempt('merchant', 'select from merchant')).toBe('1 rows')
    const { id } = newId(new Date())
    const foreign = { merchant_id: b.merchant, id, organisation_id: b.merchant, text: 'x', color: '#000000' }
    expect(await insert('merchant', 'tag', foreign)).toBe(denied)
    expect(await insert('merchant', 'tag', { ...foreign, merchant_id: a.merchant, organisation_id: a.merchant })).toBe(
      '1 rows',
    )
  })

  it('shows nothing at all to a connection that names no merchant', async () => {
    const tables = await column(
      `select name from (${tenantTables}) t where has_table_privilege('kontor_merchant', oid, 'select')`,
    )
    expect(tables.length).toBeGreaterThan(15)
    const client = new pg.Client(kontor.database.merchantUrl)
    await client.connect()
    try {
      for (const table of tables) expect((await client.query(`select from ${table}`)).rowCount).toBe(0)
    } finally {
      await client.end()
    }
    expect(await attempt('merchant', 'select from transaction', [], '')).toBe('0 rows')
    expect(await attempt('merchant', 'select from transaction', [], 'nonsense')).toBe('22P02')
  })
})

describe('16: time', () => {
  it('is an instant or a date, everywhere', async () => {
    const others = await column(`select table_name || '.' || column_name from information_schema.columns
      where table_schema = 'public' and (data_type ~ '^time' or column_name ~ '(_at|_by|_until|_update)$' or column_name = 'at')
      and data_type not in ('timestamp with time zone', 'date')
      and column_name not in ('created_by', 'answered_by', 'started_by', 'retired_by', 'last_revealed_by',
        'resolved_by', 'requested_by', 'ended_by', 'uploaded_by', 'removed_by', 'submitted_by', 'activated_by',
        'decided_by', 'disabled_by', 'closed_by', 'approved_by', 'cancelled_by', 'exported_by', 'withdrawn_by',
        'proposed_by', 'credited_by', 'asked_by', 'rejected_by',
        -- Amounts.
        'amount_until', 'tier_until')
      -- Where to tell of it, and not when it was.
      and column_name !~ '_(subscription|transaction|refund|chargeback)_update$'`)
    // Kysely's own table of migrations keeps its instants as text.
    expect(others.filter((name) => !String(name).startsWith('migration'))).toEqual([])
  })

  it('of an instant has milliseconds, as the address of a filter has', async () => {
    const others = await column(`select table_name || '.' || column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'timestamp with time zone' and datetime_precision <> 3`)
    expect(others).toEqual([])
  })
})

describe('roles', () => {
  it('are those of the contract, each a merchant’s or the provider’s', async () => {
    const names = (scope: string) => column('select name from role where scope = $1', [scope])
    expect((await names('merchant')).sort()).toEqual([...merchantRoles].sort())
    expect((await names('provider')).sort()).toEqual([...providerRoles].sort())
  })

  it('that do not exist cannot be granted', async () => {
    const { id } = await kontor.make.user()
    for (const who of ['owner', 'provider'] as const)
      expect(await insert(who, 'role_grant', { user_id: id, role: 'ADMIN' })).toMatch(/^23503/)
  })
})
