import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'

let kontor: TestApp
let owner: pg.Client
let provider: pg.Client
let merchant: pg.Client

beforeAll(async () => {
  kontor = await startTestApp()
  const { adminUrl, providerUrl, merchantUrl } = kontor.database
  ;[owner, provider, merchant] = [adminUrl, providerUrl, merchantUrl].map((url) => new pg.Client(url)) as [
    pg.Client,
    pg.Client,
    pg.Client,
  ]
  for (const client of [owner, provider, merchant]) await client.connect()
})
afterAll(async () => {
  for (const client of [owner, provider, merchant]) await client.end()
  await kontor.stop()
})

describe('roles in the database', () => {
  it('of the provider are refused to a merchant’s user, to whoever writes them', async () => {
    const { merchant: house } = await kontor.make.merchant()
    const { id } = await kontor.make.user({ merchant: house })
    for (const client of [owner, provider]) {
      const grant = (role: string) => client.query('insert into role_grant (user_id, role) values ($1, $2)', [id, role])
      for (const role of ['PSP_ALL', 'PSP_SUPER', 'PSP_MERCHANT_LIST'])
        await expect(grant(role)).rejects.toThrow(/not a role for/)
    }
    await owner.query('insert into role_grant (user_id, role) values ($1, $2)', [id, 'REFUND_LIST'])
    await expect(owner.query("update role_grant set role = 'PSP_ALL' where user_id = $1", [id])).rejects.toThrow(
      /not a role for/,
    )
  })

  it('always leave an active super user, whichever way the last one would go', async () => {
    const one = await kontor.make.user({ roles: ['PSP_ALL', 'PSP_SUPER'] })
    const refused = /at least one active user/
    for (const client of [owner, provider]) {
      const attempts = [
        "delete from role_grant where role = 'PSP_SUPER'",
        `update platform_user set active = false where id = '${one.id}'`,
        'update platform_user set active = false',
      ]
      for (const attempt of attempts) await expect(client.query(attempt)).rejects.toThrow(refused)
    }
    await expect(owner.query(`delete from platform_user where id = '${one.id}'`)).rejects.toThrow(refused)
    const two = await kontor.make.user({ roles: ['PSP_SUPER'] })
    // Each transaction relies on the other to keep the rule, at the same moment.
    await owner.query('begin')
    await provider.query('begin')
    await owner.query(`update platform_user set active = false where id = '${one.id}'`)
    await provider.query(`update platform_user set active = false where id = '${two.id}'`)
    const results = await Promise.allSettled([owner.query('commit'), provider.query('commit')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await owner.query(
      "select count(*)::int as count from role_grant join platform_user u on u.id = user_id where role = 'PSP_SUPER' and u.active",
    )
    expect(rows[0].count).toBe(1)
  })
})

describe('what signing in keeps', () => {
  const tables = [
    'totp',
    'recovery_code',
    'passkey',
    'challenge',
    'remembered_device',
    'remembered_device_secret',
    'attempt_counter',
    'sign_in_event',
    'mail',
    'password_policy',
  ]

  it.each(tables)('%s is nothing to the role of a merchant', async (table) => {
    await expect(merchant.query(`select * from ${table} limit 1`)).rejects.toThrow(/permission denied/)
  })

  it('as a record cannot be changed or taken away by the application', async () => {
    for (const attempt of [
      "update sign_in_event set kind = 'x'",
      'delete from sign_in_event',
      'truncate sign_in_event',
    ])
      await expect(provider.query(attempt)).rejects.toThrow(/permission denied/)
  })

  it.each([
    ['challenge', 'token_hash'],
    ['user_token', 'token_hash'],
    ['remembered_device_secret', 'secret_hash'],
    ['recovery_code', 'code_hash'],
    ['attempt_counter', 'key'],
  ])('%s.%s holds hashes of 32 bytes and nothing else', async (table, column) => {
    const { rows } = await owner.query(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    )
    expect(rows.map(({ definition }) => definition).join()).toContain(`length(${column}) = 32`)
  })

  it('as links is one that is live for each user and purpose', async () => {
    const { id } = await kontor.make.user({})
    const insert = (byte: number) =>
      provider.query(
        `insert into user_token (token_hash, user_id, purpose, expires_at) values ($1, $2, 'reset_password', now() + interval '1 day')`,
        [Buffer.alloc(32, byte), id],
      )
    await insert(1)
    await expect(insert(2)).rejects.toThrow(/user_token_live/)
  })
})
