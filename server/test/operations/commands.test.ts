import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newestMigration } from '../../src/migration-files.ts'
import { until } from '../harness.ts'
import { type Installation, openInstallation } from './installation.ts'

// The tests go on from each other, as an operator does: an empty server at first, an upgraded one at the end.
let here: Installation

beforeAll(async () => {
  here = await openInstallation()
}, 120_000)
afterAll(() => here.stop())

const owner = () => ({ DATABASE_URL: here.ownerUrl, KONTOR_MASTER_KEY: here.masterKey })

describe('kontor migrate', { timeout: 120_000 }, () => {
  it('says in words what it needs, and changes nothing', async () => {
    expect(await here.kontor('migrate', {})).toEqual({
      code: 1,
      out: '',
      err: 'settings: DATABASE_URL is missing; KONTOR_MASTER_KEY is missing',
    })
    await here.asSuperuser('alter role shop nocreaterole')
    await here.asSuperuser('alter database shop owner to postgres')
    expect((await here.kontor('migrate', owner())).err).toBe(
      'The account "shop" of DATABASE_URL needs CREATEROLE and to own the database. Nothing was changed.',
    )
    await here.asSuperuser('alter role shop createrole')
    await here.asSuperuser('alter database shop owner to shop')
    // PostgreSQL 16 and newer: who makes a role decides who may change it.
    await here.asSuperuser('create role kontor_merchant; create role kontor_engine')
    expect((await here.kontor('migrate', owner())).err).toBe(
      'The account "shop" of DATABASE_URL needs roles that another account made: grant kontor_engine, kontor_merchant to "shop" with admin option. Nothing was changed.',
    )
    await here.asSuperuser('drop role kontor_merchant; drop role kontor_engine')
    expect((await here.kontor('migrate', { ...owner(), DATABASE_URL: `${here.ownerUrl}_of_nobody` })).err).toMatch(
      /^DATABASE_URL: there is no database "shop_of_nobody" [^\n]+$/,
    )
  })

  it('makes the tables as an owner who is no superuser, and prints the link for the first user', async () => {
    const KONTOR_MASTER_KEY_FILE = join(here.folder, 'master.key')
    writeFileSync(KONTOR_MASTER_KEY_FILE, `${here.masterKey}\n`)
    const { code, out, err } = await here.kontor('migrate', {
      DATABASE_URL: here.ownerUrl,
      KONTOR_MASTER_KEY_FILE,
      KONTOR_PUBLIC_URL: 'https://kontor.example/',
    })
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      new RegExp(
        `^The tables are those of ${await newestMigration()}\\.\\nThe first user [^\\n]+ https://kontor\\.example/set-up\\?token=[\\w-]+$`,
      ),
    )
    // Somebody else's tables are not touched.
    await here.asSuperuser('alter table merchant owner to postgres')
    expect((await here.kontor('migrate', owner())).err).toBe(
      'The account "shop" of DATABASE_URL needs to be "postgres", which owns the tables, or a member of it. Nothing was changed.',
    )
    await here.asSuperuser('alter table merchant owner to shop')
  })
})

describe('the time zone of the application', { timeout: 120_000 }, () => {
  it('is UTC on a server of another zone; where a role has lost it, check and readiness say so until migrate', async () => {
    await here.asSuperuser(`alter database shop set timezone = 'America/New_York'`)
    expect((await here.kontor('check', here.environment)).code).toBe(0)
    await here.asSuperuser('alter role kontor_merchant reset timezone')
    const lost = await here.kontor('check', here.environment)
    expect([lost.code, lost.out]).toEqual([
      1,
      expect.stringMatching(
        /^FAILED {2}merchant {4}kontor_merchant has the time zone America\/New_York and needs UTC: run "kontor migrate"$/m,
      ),
    ])
    const serving = await here.serve()
    expect(await answer(`${serving.url}/readyz`)).toMatchObject([503, { details: { reason: 'schema' } }])
    expect((await here.kontor('migrate', owner())).code).toBe(0)
    await until(
      () => answer(`${serving.url}/readyz`),
      ([status]) => status === 200,
    )
    serving.process.kill('SIGKILL')
    await here.asSuperuser('alter database shop reset timezone')
  })
})

describe('kontor check', { timeout: 120_000 }, () => {
  it('has one line for each thing that fits', async () => {
    const { code, out } = await here.kontor('check', here.environment)
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^ok {6}settings {4}at http:\/\/localhost:4000, /),
      expect.stringMatching(/^ok {6}merchant {4}kontor_merchant in "shop", PostgreSQL \d+.*, without TLS$/),
      expect.stringMatching(/^ok {6}provider {4}kontor_provider in "shop", PostgreSQL /),
      expect.stringMatching(/^ok {6}server {6}one process may open 47 connections, the server takes \d+$/),
      expect.stringMatching(new RegExp(`^ok {6}tables {6}${await newestMigration()}$`)),
      expect.stringMatching(/^ok {6}key {9}the database's, fingerprint [\da-f]{12}$/),
      expect.stringMatching(/^ok {6}sealed {6}0 values, [^\n]+ open with KONTOR_MASTER_KEY$/),
    ])
    expect(code).toBe(0)
  })

  it('and one for each that does not, and names a variable that is mistyped', async () => {
    const another = { ...here.environment, KONTOR_MASTER_KEY: randomBytes(32).toString('base64') }
    const wrong = await here.kontor('check', { ...another, KONTOR_IDEL_MINUTES: '10' })
    expect(wrong.err).toBe('KONTOR_IDEL_MINUTES is set, and nothing here reads it: is KONTOR_IDLE_MINUTES meant?')
    expect(wrong.code).toBe(1)
    // The password of a role follows from the key, so the wrong one shows itself first here.
    expect(wrong.out).toMatch(
      /^FAILED {2}provider {4}KONTOR_PROVIDER_DATABASE_URL: the account "kontor_provider" may not sign in/m,
    )
    const password = await withOwnPasswords()
    const keyOnly = await here.kontor('check', { ...another, ...password })
    expect(keyOnly.out).toMatch(/^FAILED {2}key {9}the database has another master key than KONTOR_MASTER_KEY$/m)
    const bad = await here.kontor('check', { ...here.environment, KONTOR_IDLE_MINUTES: '31' })
    expect(bad.out).toMatch(/^FAILED {2}settings {4}KONTOR_IDLE_MINUTES must be at most 30/)
  })
})

describe('kontor backup-info', { timeout: 60_000 }, () => {
  it('says what must be backed up, and that row-level security keeps the owner from it', async () => {
    const { code, out } = await here.kontor('backup-info', owner())
    expect(out).toMatch(/^database {5}"shop", \d+ MB: all of it/)
    expect(out).toMatch(/^master key {3}fingerprint [\da-f]{12}: /m)
    expect(out).toMatch(/^pg_dump {8}can be run by postgres$/m)
    expect(out).toMatch(/^account {8}"shop" cannot run pg_dump: \d+ tables force row-level security/m)
    expect(code).toBe(0)
  })
})

describe('kontor serve', { timeout: 120_000 }, () => {
  it('needs the addresses of the two roles and the key, and no password of the owner', async () => {
    const serving = await here.serve()
    expect(await answer(`${serving.url}/readyz`)).toEqual([200, { status: 'ok' }])
    expect(await answer(`${serving.url}/livez`)).toEqual([200, { status: 'ok' }])
    serving.process.kill('SIGKILL')
  })

  it('is not ready on older tables, and is once they are migrated', async () => {
    const newest = await newestMigration()
    await here.asSuperuser(`delete from migration where name = '${newest}'`)
    const serving = await here.serve()
    expect(await answer(`${serving.url}/livez`)).toEqual([200, { status: 'ok' }])
    expect(await answer(`${serving.url}/readyz`)).toMatchObject([503, { details: { reason: 'schema' } }])
    await here.asSuperuser(`insert into migration values ('${newest}', '2026-01-01')`)
    await until(
      () => answer(`${serving.url}/readyz`),
      ([status]) => status === 200,
    )
    serving.process.kill('SIGKILL')
  })

  it('refuses newer tables in words, and goes on where they are said to be compatible', async () => {
    const own = (await newestMigration()).slice(0, 4)
    await here.asSuperuser(`insert into migration values ('0999-later', '2026-01-01')`)
    const text = /The database is of a newer Kontor, which made 0999-later: start that version/
    expect(await here.kontor('serve', { ...here.environment, PORT: '0' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(text),
    })
    expect((await here.kontor('check', here.environment)).out).toMatch(text)

    await here.asSuperuser(`update migration set compatible_with = '${own}' where name = '0999-later'`)
    expect((await here.kontor('check', here.environment)).out).toMatch(
      /^ok {6}tables {6}0999-later, with which this program/m,
    )
    const serving = await here.serve()
    expect((await answer(`${serving.url}/readyz`))[0]).toBe(200)
    // The database is upgraded again while it runs, and this time not for older programs.
    await here.asSuperuser(`update migration set compatible_with = null where name = '0999-later'`)
    await until(
      () => answer(`${serving.url}/readyz`),
      ([status]) => status === 503,
    )
    expect((await answer(`${serving.url}/livez`))[0]).toBe(200)
    serving.process.kill('SIGKILL')
    await here.asSuperuser(`delete from migration where name = '0999-later'`)
  })
})

it('an unknown command is answered with those that there are', { timeout: 60_000 }, async () => {
  const { code, err } = await here.kontor('migrat', {})
  expect(code).toBe(1)
  expect(err).toMatch(/^kontor migrate /)
})

async function answer(url: string): Promise<[number, unknown]> {
  const response = await fetch(url)
  return [response.status, await response.json()]
}

/** Addresses with passwords of their own, which do not follow from the key of the environment. */
async function withOwnPasswords(): Promise<Record<string, string>> {
  const { roleAddresses } = await import('../../src/commands/role-addresses.ts')
  const { merchantUrl, providerUrl } = roleAddresses({
    KONTOR_MERCHANT_DATABASE_URL: here.environment['KONTOR_MERCHANT_DATABASE_URL'] ?? '',
    KONTOR_PROVIDER_DATABASE_URL: here.environment['KONTOR_PROVIDER_DATABASE_URL'] ?? '',
    KONTOR_MASTER_KEY: here.masterKey,
  })
  return { KONTOR_MERCHANT_DATABASE_URL: merchantUrl, KONTOR_PROVIDER_DATABASE_URL: providerUrl }
}
