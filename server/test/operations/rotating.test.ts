import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkoutToken } from '../../src/checkout/token.ts'
import { sealedColumns, unsealedColumns } from '../../src/commands/sealed-columns.ts'
import { addresses } from '../../src/migrate.ts'
import { learnDerivation } from '../../src/platform/secrets/learn-derivation.ts'
import { openBytes, type Place, sealBytes } from '../../src/platform/secrets/sealed.ts'
import { webhookSecret } from '../../src/platform/webhooks/secrets.ts'
import { until } from '../harness.ts'
import { type Installation, openInstallation, type Serving } from './installation.ts'

// The tests go on from each other: a rotation that is refused, killed, and ended. The roles get other passwords, so they have a
// PostgreSQL of their own.
let here: Installation
let root: pg.Client
let server: Serving
const newKey = randomBytes(32).toString('base64')
const none = '00000000-0000-0000-0000-000000000000'

type Row = Record<string, string>
/** Where the values of each column belong, in the words of the code that seals them. */
const places: Record<string, (row: Row) => Place> = {
  'processor.credential': (row) => ({ merchant: row['merchant_id'] ?? '', record: row['id'] ?? '' }),
  'processor.second_credential': (row) => ({ merchant: row['merchant_id'] ?? '', record: row['id'] ?? '' }),
  'processor_settlement.credential': (row) => ({ merchant: row['merchant_id'] ?? '', record: row['id'] ?? '' }),
  'customer.date_of_birth': (row) => ({ merchant: row['merchant_id'] ?? '', record: `${row['id']}/date_of_birth` }),
  'customer.social_security_number': (row) => ({
    merchant: row['merchant_id'] ?? '',
    record: `${row['id']}/social_security_number`,
  }),
  'sign_on.client_secret': (row) => ({ merchant: row['merchant_id'] ?? '', record: 'sign_on' }),
  'totp.secret': (row) => ({ merchant: 'totp', record: row['user_id'] ?? '' }),
  'challenge.secret': (row) => ({ merchant: 'totp', record: row['user_id'] ?? '' }),
  'challenge.sign_on': (row) => ({ merchant: 'sign_on', record: row['user_id'] ?? '' }),
  'sign_on_session.refresh_token': (row) => ({ merchant: 'sign_on', record: row['session_id'] ?? '' }),
  'mail.sealed': (row) => ({ merchant: 'mail', record: row['id'] ?? '' }),
  'outbox.request_sealed': (row) => ({ merchant: row['merchant_id'] ?? '', record: row['id'] ?? '' }),
  'processor_notification.sealed': (row) => ({
    merchant: row['merchant_id'] ?? '',
    record: `${row['processor_id']}/${row['id']}`,
  }),
  'transaction.redirect_sealed': (row) => ({ merchant: row['merchant_id'] ?? '', record: `${row['id']}/action` }),
  'idempotency_key.response_sealed': (row) => ({
    merchant: row['merchant_id'] ?? '',
    record: `idempotency_key/${row['caller_id']}/${row['key']}`,
  }),
  'payment_return.sealed': (row) => ({ merchant: row['merchant_id'] ?? '', record: `${row['operation_id']}/return` }),
  'bank_account.iban': (row) => ({ merchant: row['merchant_id'] ?? '', record: `bank_account/${row['id']}/iban` }),
  'provider_bank_account.iban': (row) => ({ merchant: none, record: `bank_account/${row['id']}/iban` }),
  'bank_account_file.content': (row) => ({
    merchant: row['merchant_id'] ?? '',
    record: `bank_account_document/${row['document_id']}`,
  }),
  'import_piece.content': (row) => ({
    merchant: row['merchant_id'] ?? '',
    record: `import/${row['import_id']}/${row['number']}`,
  }),
  'report_piece.content': (row) => ({
    merchant: row['merchant_id'] ?? '',
    record: `report/${row['report_id']}/${row['file_id']}/${row['number']}${Number(row['number']) % 2 ? '/last' : ''}`,
  }),
  'payment_order_file.content': (row) => ({ merchant: none, record: `payment_order/${row['order_id']}` }),
}

beforeAll(async () => {
  here = await openInstallation()
  const { code, err } = await here.kontor('migrate', owner())
  expect([code, err]).toEqual([0, ''])
  root = new pg.Client(here.postgres.url.replace(/\/[^/]*$/, '/shop'))
  await root.connect()
  // Rows that have nothing but their key and what is sealed.
  await root.query(`set session_replication_role = replica`)
  await root.query(`do $$ declare each record; begin
    for each in select conrelid::regclass as t, conname from pg_constraint
      where contype in ('c', 'f') and conparentid = 0 and conrelid::regclass::text = any(array[${tables()}])
    loop execute format('alter table %s drop constraint %I', each.t, each.conname); end loop;
    for each in select a.attrelid::regclass as t, attname from pg_attribute a
      where a.attrelid::regclass::text = any(array[${tables()}]) and attnum > 0 and attnotnull and not attisdropped
        and attidentity = '' and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and attnum = any(i.indkey))
    loop execute format('alter table %s alter column %I drop not null', each.t, each.attname); end loop;
  end $$`)
}, 120_000)
afterAll(async () => {
  await root?.end()
  await here.stop()
})

const tables = () => [...new Set(sealedColumns.map(({ table }) => `'${table}'`))].join()
const owner = () => ({ DATABASE_URL: here.ownerUrl, KONTOR_MASTER_KEY: here.masterKey })
const rotating = () => ({
  DATABASE_URL: here.ownerUrl,
  KONTOR_MASTER_KEY: newKey,
  KONTOR_OTHER_MASTER_KEY: here.masterKey,
})
const both = () => ({ ...here.environment, KONTOR_MASTER_KEY: newKey, KONTOR_OTHER_MASTER_KEY: here.masterKey })
const plainOf = (name: string) => Buffer.from(JSON.stringify({ of: name }))

/** A row of this column, sealed under the key; gives what it was made of. */
async function insertSealed(name: string, key: string, given: Row = {}): Promise<void> {
  const [table = '', column = ''] = name.split('.')
  const { rows: keys } = await root.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_index i, pg_attribute a
      where i.indrelid = $1::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = any(i.indkey)`,
    [table],
  )
  const row: Row = { ...(table === 'challenge' ? { user_id: randomUUID() } : {}) }
  for (const { name: each, type } of keys)
    row[each] = /^timestamp/.test(type)
      ? new Date().toISOString()
      : /int/.test(type)
        ? '1'
        : type === 'bytea'
          ? `\\x${randomBytes(32).toString('hex')}`
          : randomUUID()
  Object.assign(row, given)
  const place = places[name]?.(row)
  if (!place) throw new Error(`no place of ${name}`)
  const names = Object.keys(row)
  await root.query(
    `insert into ${table} (${[...names, column].join()}) values (${names.map((_, at) => `$${at + 1}`).join()}, $${names.length + 1})`,
    [...Object.values(row), sealBytes(key, place, plainOf(name))],
  )
}

/** Which of both keys opens each value of a column. */
async function openedBy(name: string): Promise<Record<'new' | 'old' | 'none', number>> {
  const [table = '', column = ''] = name.split('.')
  const { rows } = await root.query<{ row: Row; value: Buffer }>(
    `select to_jsonb(t) - '${column}' as row, ${column} as value from ${table} t where ${column} is not null`,
  )
  const counts = { new: 0, old: 0, none: 0 }
  for (const { row, value } of rows) {
    const place = places[name]?.(row)
    const opens = (key: string) => {
      try {
        // A key that the process learnt beside this one would open it too.
        return place !== undefined && openBytes(key, place, value).equals(plainOf(name))
      } catch {
        return false
      }
    }
    counts[opens(newKey) ? 'new' : opens(here.masterKey) ? 'old' : 'none'] += 1
  }
  return counts
}

const ready = () => fetch(`${server.url}/readyz`).then(({ status }) => status)
const customers = 650
// The rows are no real ones: no mail can be made of them, and no order.
const withoutWork = { KONTOR_WORK_APART: 'true' }

it('knows every column of bytes: those that are sealed, and those that are not', async () => {
  const { rows } = await root.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and table_name not in (select relname from pg_class where relispartition)`,
  )
  const known = [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ...unsealedColumns]
  expect(known.sort()).toEqual(rows.map(({ name }) => name).sort())
  expect(Object.keys(places).sort()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort())
})

it('refuses a missing or a wrong key in one line, and changes nothing', { timeout: 120_000 }, async () => {
  for (const name of Object.keys(places))
    for (let count = 0; count < 2; count += 1) await insertSealed(name, here.masterKey)
  for (let count = 0; count < customers; count += 1)
    await insertSealed('customer.date_of_birth', here.masterKey, { merchant_id: none })
  const refused = async (env: Record<string, string>) => {
    const { code, out, err } = await here.kontor('rotate-key', env)
    expect([code, out]).toEqual([1, ''])
    return err
  }
  expect(await refused({ DATABASE_URL: here.ownerUrl, KONTOR_MASTER_KEY: newKey })).toBe(
    'settings: KONTOR_OTHER_MASTER_KEY is missing: set it to the key of the database, and KONTOR_MASTER_KEY to the new one',
  )
  expect(await refused({ ...rotating(), KONTOR_OTHER_MASTER_KEY: newKey })).toBe(
    'settings: KONTOR_OTHER_MASTER_KEY is the same key as KONTOR_MASTER_KEY: make a new one',
  )
  expect(await refused({ ...rotating(), KONTOR_OTHER_MASTER_KEY: randomBytes(32).toString('base64') })).toBe(
    'The key of the database is neither KONTOR_MASTER_KEY nor KONTOR_OTHER_MASTER_KEY: set the latter to it. Nothing was changed.',
  )
  expect((await root.query('select next_key_fingerprint as next from installation')).rows).toEqual([{ next: null }])
  expect(await openedBy('totp.secret')).toEqual({ new: 0, old: 2, none: 0 })
})

it('is killed in the middle, and leaves a database that a server with both keys works with', {
  timeout: 120_000,
}, async () => {
  server = await here.serve({ ...both(), ...withoutWork })
  expect(await ready()).toBe(200)
  const forgotten = await here.serve(withoutWork)
  expect(await fetch(`${forgotten.url}/readyz`).then(({ status }) => status)).toBe(200)
  // A row in the middle is held: the rotation has done those before it, and waits.
  const holder = new pg.Client(here.postgres.url.replace(/\/[^/]*$/, '/shop'))
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    `select from customer where id = (select id from customer where merchant_id = $1 order by id offset 450 limit 1) for update`,
    [none],
  )
  const rotation = here.begin('rotate-key', rotating())
  await until(
    () => openedBy('customer.date_of_birth'),
    (found) => found.new === 400,
  )
  expect(await ready()).toBe(200)
  rotation.kill('SIGKILL')
  await new Promise((resolve) => rotation.on('exit', resolve))
  await holder.query('rollback')
  await holder.end()
  expect(await openedBy('processor.credential')).toEqual({ new: 2, old: 0, none: 0 })
  expect(await openedBy('totp.secret')).toEqual({ new: 0, old: 2, none: 0 })
  // A server that was forgotten knows one key alone, and cannot open all: it is not ready, and its log says why.
  const said = await until(
    () => fetch(`${forgotten.url}/readyz`).then((answer) => answer.text()),
    (text) => !text.includes('ok'),
  )
  expect(said).toContain('"reason":"key"')
  forgotten.process.kill('SIGKILL')
  const { code, out } = await here.kontor('check', both())
  expect(code).toBe(0)
  expect(out).toMatch(/^ok {6}key {9}the database's is KONTOR_OTHER_MASTER_KEY, fingerprint [^\n]+$/m)
  expect(out).toMatch(
    /^ok {6}sealed {6}40\d values by KONTOR_MASTER_KEY, 28\d by KONTOR_OTHER_MASTER_KEY: run "kontor rotate-key"$/m,
  )
})

it('goes on where it was killed, seals what was written behind it, and changes the fingerprint last', {
  timeout: 120_000,
}, async () => {
  const token = checkoutToken(here.masterKey, { kind: 'payment-link', id: none } as never)
  const secret = webhookSecret(here.masterKey, none, 0)
  // A server with the former key as its own wrote this one behind the place of the rotation.
  await insertSealed('customer.date_of_birth', here.masterKey, { merchant_id: none, id: none })
  const before = await root.query('select count(*) from change')
  const { code, out, err } = await here.kontor('rotate-key', rotating())
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^28\d sealed values have their keys wrapped by KONTOR_MASTER_KEY now\.\nThe database's key is /)
  for (const name of Object.keys(places)) {
    const found = await openedBy(name)
    expect({ name, ...found }).toEqual({ name, new: found.new, old: 0, none: 0 })
    expect({ name, isThere: found.new >= 2 }).toEqual({ name, isThere: true })
  }
  // The trail has the change of the key, and no change of what is sealed.
  const after = await root.query('select count(*) from change')
  expect(Number(after.rows[0].count) - Number(before.rows[0].count)).toBe(1)
  // What others have stays as it was: addresses of pages, and signatures.
  expect(await learnDerivation(root, newKey)).toBe(here.masterKey)
  expect(checkoutToken(newKey, { kind: 'payment-link', id: none } as never)).toBe(token)
  expect(webhookSecret(newKey, none, 0)).toBe(secret)
})

it('leaves a server that needs the new key alone', { timeout: 120_000 }, async () => {
  // The server of both keys opens connections by the new passwords.
  expect(await ready()).toBe(200)
  server.process.kill('SIGKILL')
  const alone = { ...here.environment, KONTOR_MASTER_KEY: newKey }
  const { code, out } = await here.kontor('check', alone)
  expect([code, out.match(/FAILED/)]).toEqual([0, null])
  expect(out).toMatch(/^ok {6}sealed {6}\d+ values, [^\n]+ open with KONTOR_MASTER_KEY$/m)
  server = await here.serve({ ...alone, ...withoutWork })
  expect(await ready()).toBe(200)
  const former = await here.kontor('check', here.environment)
  expect([former.code, former.out]).toEqual([1, expect.stringMatching(/^FAILED {2}merchant /m)])
  expect((await here.kontor('migrate', owner())).err).toBe(
    'The database has another master key than KONTOR_MASTER_KEY. Nothing was changed.',
  )
  const client = new pg.Client(addresses(here.ownerUrl, newKey).providerUrl)
  await client.connect()
  await client.end()
  // Another run finds nothing to do.
  expect((await here.kontor('rotate-key', rotating())).out).toMatch(/^0 sealed values /)
})
