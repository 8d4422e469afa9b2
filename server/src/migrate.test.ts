import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dropDatabase, ensureDatabase, withDatabase } from '../../tools/database/databases.ts'
import { type Postgres, startPostgres } from '../../tools/database/embedded-postgres.ts'
import { makeTestFolder } from '../../tools/testing/test-folder.ts'
import { makers } from '../test/make.ts'
import { sealTotp } from './identity/mfa/totp.ts'
import { WrongMasterKey } from './master-key-check.ts'
import { addresses, migrate, refuseUnlessOurs } from './migrate.ts'
import { migrationText, newestMigration } from './migration-files.ts'
import { openDatabases } from './platform/db/database.ts'
import { sealCredential } from './platform/secrets/sealed.ts'
import { StartProblem } from './start-problem.ts'

// The test has a PostgreSQL of its own, because it is about roles and their passwords.
let folder: string
let postgres: Postgres
let adminUrl: string
let key: string

beforeAll(async () => {
  folder = await makeTestFolder()
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), fast: true })
}, 120_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  if (!postgres.dataDir.startsWith(folder)) rmSync(postgres.dataDir, { recursive: true, force: true })
})

async function startAnew() {
  const { rows } = await query(postgres.url, `select datname from pg_database where datname ~ '^kontor'`)
  for (const { datname } of rows) await dropDatabase(withDatabase(postgres.url, datname))
  for (const role of ['kontor_merchant', 'kontor_provider', 'kontor_engine', 'owner'])
    await query(postgres.url, `drop role if exists ${role}`)
  key = newKey()
  adminUrl = await newDatabase('kontor')
}

describe('a database with a fingerprint', () => {
  beforeAll(async () => {
    await startAnew()
    await migrate({ adminUrl, masterKey: key })
  })

  it('takes its own key again and again', async () => {
    await migrate({ adminUrl, masterKey: key })
    await refuseUnlessOurs({ adminUrl, masterKey: key })
    expect(await signsIn()).toBe(true)
  })

  it('refuses another key before anything is changed', async () => {
    const before = await everythingThatStarts()
    let admitted = false
    const onAdmitted = () => {
      admitted = true
    }
    await expect(migrate({ adminUrl, masterKey: newKey(), onAdmitted })).rejects.toThrow(WrongMasterKey)
    await expect(refuseUnlessOurs({ adminUrl, masterKey: newKey() })).rejects.toThrow(WrongMasterKey)
    expect([admitted, await signsIn(), await everythingThatStarts()]).toEqual([false, true, before])
  })

  it('does not show its key', async () => {
    const { rows } = await query(adminUrl, 'select key_fingerprint from installation')
    expect(rows[0].key_fingerprint).toHaveLength(32)
    expect(rows[0].key_fingerprint).not.toEqual(Buffer.from(key, 'base64'))
  })

  it('cannot be given another fingerprint by the application', async () => {
    for (const url of Object.values(addresses(adminUrl, key)))
      await expect(query(url, 'update installation set key_fingerprint = null')).rejects.toThrow('permission denied')
  })

  it('whose tables are of a newer version is refused in one line', async () => {
    await query(adminUrl, `insert into migration values ('0999-later', '2026-01-01')`)
    const refused = await migrate({ adminUrl, masterKey: key }).catch((error: unknown) => error)
    await query(adminUrl, `delete from migration where name = '0999-later'`)
    expect(refused).toBeInstanceOf(StartProblem)
    expect(String(refused)).toMatch(/^Error: The database is of a newer Kontor, which made 0999-later: .+$/)
  })

  it('whose tables are of an older version is refused by what does not set up', async () => {
    const newest = await newestMigration()
    await query(adminUrl, 'delete from migration where name = $1', [newest])
    const looking = refuseUnlessOurs({ adminUrl, masterKey: key })
    await expect(looking).rejects.toThrow('not set up for this version: run "npm start" once')
    await query(adminUrl, 'insert into migration values ($1, $2)', [newest, new Date().toISOString()])
  })

  it('is never seen with a migration and without what that says of older programs', async () => {
    const name = '0207-volumes-left-out'
    const lines = async () =>
      (await query(adminUrl, 'select compatible_with from migration where name = $1', [name])).rows
    await query(
      adminUrl,
      `delete from migration where name = '${name}';
      create function ended() returns trigger language plpgsql as $$ begin raise 'the program ended here'; end $$;
      create trigger ended before update on migration for each row when (new.name = '${name}') execute function ended()`,
    )
    await expect(migrate({ adminUrl, masterKey: key })).rejects.toThrow('the program ended here')
    expect(await lines()).toEqual([])
    await query(adminUrl, 'drop function ended cascade')
    await migrate({ adminUrl, masterKey: key })
    expect(await lines()).toEqual([{ compatible_with: '0199' }])
  })

  it('is made whole when its roles have lost their passwords', async () => {
    await query(adminUrl, 'alter role kontor_merchant password null')
    expect(await signsIn()).toBe(false)
    await migrate({ adminUrl, masterKey: key })
    expect(await signsIn()).toBe(true)
  })
})

it('of two first starts with different keys one wins, and the other is refused', async () => {
  await startAnew()
  const keys = [newKey(), newKey()]
  const results = await Promise.allSettled(keys.map((masterKey) => migrate({ adminUrl, masterKey })))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  key = keys[results.findIndex(({ status }) => status === 'fulfilled')] ?? ''
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(WrongMasterKey) })
  expect(await signsIn()).toBe(true)
})

describe('a database from before there were fingerprints', () => {
  const id = '01900000-0000-7000-8000-000000000001'
  const merchant = '01900000-0000-7000-8000-000000000002'

  beforeEach(async () => {
    await startAnew()
    await migrate({ adminUrl, masterKey: key })
    await query(adminUrl, 'alter table installation drop column key_fingerprint')
    await query(adminUrl, `delete from migration where name = '0021-key-fingerprint'`)
  })

  it('with a sealed credential takes the key that opens it, and no other', async () => {
    await sealOne(key)
    await expect(migrate({ adminUrl, masterKey: newKey() })).rejects.toThrow(WrongMasterKey)
    expect(await signsIn()).toBe(true)
    await migrate({ adminUrl, masterKey: key })
    await expect(migrate({ adminUrl, masterKey: newKey() })).rejects.toThrow(WrongMasterKey)
  })

  it('restored on a server without its roles refuses a key that does not open what is sealed', async () => {
    await sealOne(key)
    await dropRoles()
    await expect(migrate({ adminUrl, masterKey: newKey() })).rejects.toThrow(WrongMasterKey)
    await migrate({ adminUrl, masterKey: key })
    expect(await signsIn()).toBe(true)
  })

  it('with the secret of an authenticator alone goes by that', async () => {
    await query(adminUrl, `insert into platform_user (id, email, name) values ($1, 'a@b.example', 'A')`, [id])
    await query(adminUrl, 'insert into totp (user_id, secret) values ($1, $2)', [id, sealTotp(key, id, 'S')])
    await dropRoles()
    await expect(migrate({ adminUrl, masterKey: newKey() })).rejects.toThrow(WrongMasterKey)
    await migrate({ adminUrl, masterKey: key })
  })

  it('with nothing sealed goes by the password of its roles', async () => {
    await expect(migrate({ adminUrl, masterKey: newKey() })).rejects.toThrow(WrongMasterKey)
    expect(await signsIn()).toBe(true)
    await migrate({ adminUrl, masterKey: key })
  })

  it('with nothing sealed and without roles takes whichever key comes first', async () => {
    await dropRoles()
    key = newKey()
    await migrate({ adminUrl, masterKey: key })
    expect(await signsIn()).toBe(true)
  })

  async function sealOne(masterKey: string) {
    const credential = sealCredential(masterKey, { merchant, record: id }, { api_key: 'k' })
    await query(adminUrl, `insert into merchant (id, name, country_code) values ($1, 'M', 'NL')`, [merchant])
    await query(adminUrl, `insert into organisation (merchant_id, id, name, depth) values ($1, $1, 'M', 0)`, [merchant])
    await query(
      adminUrl,
      `insert into processor (merchant_id, id, organisation_id, name, gateway, payment_product, url, credential)
       values ($1, $2, $1, 'P', 'sandbox', 'card', 'http://127.0.0.1:1', $3)`,
      [merchant, id, credential],
    )
  }
})

describe('the roles belong to the whole server', () => {
  beforeEach(startAnew)

  it('another database with another key is refused, as it would take them away from the first', async () => {
    await migrate({ adminUrl, masterKey: key })
    const other = await newDatabase('kontor_other')
    await expect(migrate({ adminUrl: other, masterKey: newKey() })).rejects.toThrow('The database "kontor" on the same')
    expect(await signsIn()).toBe(true)
    await migrate({ adminUrl: other, masterKey: key })
  })

  it('a database that is gone holds nobody up', async () => {
    await migrate({ adminUrl, masterKey: key })
    await dropDatabase(adminUrl)
    adminUrl = await newDatabase('kontor')
    key = newKey()
    await migrate({ adminUrl, masterKey: key })
    expect(await signsIn()).toBe(true)
  })
})

describe('the rights that are needed', () => {
  beforeEach(startAnew)

  it('are named to an account that may not make roles', async () => {
    const url = await ownedBy('login')
    await expect(migrate({ adminUrl: url, masterKey: key })).rejects.toThrow(
      'The account "owner" of DATABASE_URL needs CREATEROLE.',
    )
    expect((await query(postgres.url, `select from pg_roles where rolname ~ '^kontor'`)).rowCount).toBe(0)
  })

  it('are named to an owner that would not see the rows which an upgrade changes', async () => {
    const url = await ownedBy('login createrole noinherit')
    await expect(migrate({ adminUrl: url, masterKey: key })).rejects.toThrow(
      'The account "owner" of DATABASE_URL needs INHERIT.',
    )
    expect((await query(postgres.url, `select from pg_roles where rolname ~ '^kontor'`)).rowCount).toBe(0)
  })
})

describe('an owner who makes roles, and neither databases nor anything a superuser does', () => {
  let url: string

  beforeAll(async () => {
    await startAnew()
    url = await ownedBy('login createrole')
    await migrate({ adminUrl: url, masterKey: key })
  })

  it('sets up, again and again', async () => {
    await migrate({ adminUrl: url, masterKey: key })
    await expect(migrate({ adminUrl: url, masterKey: newKey() })).rejects.toThrow(WrongMasterKey)
  })

  it('has payments looked at again whose payers were waited for for ever, while others read payments', async () => {
    const databases = openDatabases(addresses(url, key), () => {})
    const reading = new pg.Client(adminUrl)
    try {
      const make = makers(databases, {
        ...{ masterKey: key, processorUrl: 'http://localhost', credential: { api_key: 'x' } },
      })
      const shop = await make.merchant()
      const madeOf = async (status: 'INITIATED' | 'UNKNOWN', redirect_url: string | null) => {
        const { id, created_at } = await make.transaction(shop, { status })
        await query(adminUrl, 'update transaction set redirect_url = $1 where id = $2', [redirect_url, id])
        await query(
          adminUrl,
          `insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, payload, uncertain,
              first_sent_at, acknowledged_at, next_attempt_at)
            values ($1, $2, 'processor.authorize', $3, $2, '{}', true, now() - interval '2 days', now() - interval '2 days',
              '9999-12-31T00:00:00Z')`,
          [shop.merchant, id, created_at],
        )
        return id
      }
      const away = [await madeOf('INITIATED', 'https://bank.example'), await madeOf('UNKNOWN', 'https://bank.example')]
      await madeOf('INITIATED', null)
      await reading.connect()
      await reading.query('begin; select from transaction')
      await query(
        url,
        `begin; set local lock_timeout = '2s'; ${await migrationText('0270-payers-who-never-return')}; commit`,
      )
      const woken = `select id from outbox where merchant_id = $1 and next_attempt_at < now() + interval '2 hours' order by id`
      expect((await query(adminUrl, woken, [shop.merchant])).rows.map(({ id }) => id)).toEqual(away.toSorted())
    } finally {
      await reading.end()
      await databases.close()
    }
  })

  it('adds up the months that an upgrade left out when it saw no rows', async () => {
    await query(
      adminUrl,
      `select ensure_partitions('2026-09-01', '2026-10-31');
      insert into ledger_day (opened_on, opened_at, closed_through) values ('2026-09-01', '2026-09-01', '2026-08-31');
      insert into ledger_transfer (merchant_id, business_day, book_id, organisation_id, kind, currency_code, amount, subject_id)
        select id, day, id, id, kind, 'EUR', amount, id from (select gen_random_uuid() as id) merchant, (values
          (date '2026-09-30', 1, 700), ('2026-10-01', 1, 5000), ('2026-10-31', 32, 1000)) moved (day, kind, amount);
      update ledger_day set closed_through = '2026-10-31'`,
    )
    // It inherits nothing: this is how it saw none.
    await query(adminUrl, 'revoke kontor_engine from owner granted by owner')
    expect((await query(url, 'select from ledger_transfer')).rowCount).toBe(0)
    for (const _ of ['once', 'twice']) {
      await query(url, await migrationText('0207-volumes-left-out'))
      expect((await query(adminUrl, 'select month::text, volume::int from ledger_volume order by 1')).rows).toEqual([
        { month: '2026-09-01', volume: 700 },
        { month: '2026-10-01', volume: 4_000 },
      ])
    }
  })

  it('does what upgrades left out when they saw no rows, once', async () => {
    const databases = openDatabases(addresses(url, key), () => {})
    try {
      const make = makers(databases, {
        ...{ masterKey: key, processorUrl: 'http://localhost', credential: { api_key: 'x' } },
      })
      const shop = await make.merchant()
      await make.transaction(shop)
      await make.settlement(shop.merchant)
      await make.validationRuleset(shop.merchant)
      for (const text of [' new ', ' Twice', 'twice ']) await make.tag(shop.merchant, { text })
      const origin = await make.processorSettlement(shop.merchant)
      await query(
        adminUrl,
        `insert into processor_settlement_file (merchant_id, id, processor_settlement_id, received_at, name, sha256, content, is_proof,
            status, compared_at)
          select merchant_id, gen_random_uuid(), id, now(), 'old.csv', sha256('old'), 'old', true, 'READ', now()
          from processor_settlement where id = '${origin}';
        update processor set second_credential = credential where id = '${shop.processor}';
        set session_replication_role = replica;
        delete from payout;
        delete from ruleset_version;
        update migration set timestamp = case name when '0001-first' then '2000' else '2100' end || '-01-01T00:00:00.000Z'`,
      )
      await query(adminUrl, 'revoke kontor_engine from owner granted by owner')
      expect((await query(url, 'select from settlement')).rowCount).toBe(0)
      for (const _ of ['once', 'twice']) {
        await query(url, await migrationText('0219-rows-that-upgrades-did-not-see'))
        const found = await query(
          adminUrl,
          `select (select json_agg(status || ' ' || amount) from payout) as payouts,
            (select count(*)::int from ruleset_version) as versions,
            (select json_agg(text order by text) from tag) as tags,
            (select count(*)::int from processor_settlement_file where compared_at is null) as compared_again,
            (select second_origin from processor where id = '${shop.processor}') as origin`,
        )
        expect(found.rows).toEqual([
          {
            payouts: ['CREATED 10000'],
            versions: 1,
            tags: [' Twice', 'new', 'twice '],
            compared_again: 1,
            origin: 'merchant',
          },
        ])
      }
    } finally {
      await databases.close()
    }
  })
})

const newKey = () => randomBytes(32).toString('base64')

async function newDatabase(name: string): Promise<string> {
  const url = withDatabase(postgres.url, name)
  await ensureDatabase(url)
  return url
}

async function ownedBy(rights: string): Promise<string> {
  await query(postgres.url, `create role owner password 'o' ${rights}`)
  await query(postgres.url, 'alter database kontor owner to owner')
  const url = new URL(adminUrl)
  url.username = 'owner'
  url.password = 'o'
  return url.href
}

async function dropRoles(): Promise<void> {
  for (const role of ['kontor_merchant', 'kontor_provider']) {
    await query(adminUrl, `reassign owned by ${role} to postgres`)
    await query(adminUrl, `drop owned by ${role}`)
    await query(adminUrl, `drop role ${role}`)
  }
}

/** True when the first Kontor can still sign in. */
async function signsIn(): Promise<boolean> {
  const entering = Object.values(addresses(adminUrl, key)).map((url) => query(url, 'select 1'))
  return (await Promise.allSettled(entering)).every(({ status }) => status === 'fulfilled')
}

const everythingThatStarts = async () =>
  (
    await query(
      adminUrl,
      `select (select array_agg(rolname || rolpassword) from pg_authid where rolname ~ '^kontor'),
    (select array_agg(name) from migration), (select key_fingerprint from installation)`,
    )
  ).rows

async function query(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query(statement, values)
  } finally {
    await client.end()
  }
}
