import pg from 'pg'
import { openField } from './customers/customer-secrets.ts'
import { openTotp } from './identity/mfa/totp.ts'
import { openValues } from './platform/mail/outbox.ts'
import { learnDerivation } from './platform/secrets/learn-derivation.ts'
import { fingerprintOf, openCredential } from './platform/secrets/sealed.ts'
import { StartProblem } from './start-problem.ts'

export class WrongMasterKey extends StartProblem {
  override message = 'The database has another master key than KONTOR_MASTER_KEY. Nothing was changed.'
}

export interface KeyCheck {
  /** A connection to the database as its owner. */
  client: pg.Client
  masterKey: string
  /** The address by which the application would sign in with this key. */
  merchantUrl: string
}

/**
 * Throws when the secrets of the database are sealed under another key, or when the server's roles belong to another
 * Kontor. Changes nothing.
 */
export async function refuseOtherKey(check: KeyCheck): Promise<void> {
  const known = await knownFingerprint(check.client)
  if (known) {
    if (known !== fingerprintOf(check.masterKey).toString('hex')) throw new WrongMasterKey()
    await learnDerivation(check.client, check.masterKey)
  } else await refuseByWhatIsSealed(check)
  await refuseRolesOfAnother(check)
}

/** Keeps the key's fingerprint: from then on no other key is accepted. */
export async function keepFingerprint({ client, masterKey }: Pick<KeyCheck, 'client' | 'masterKey'>): Promise<void> {
  await client.query('update installation set key_fingerprint = $1 where key_fingerprint is null', [
    fingerprintOf(masterKey),
  ])
}

/** The fingerprint; undefined when the database is not set up, or was set up before fingerprints existed. */
async function knownFingerprint(client: pg.Client): Promise<string | undefined> {
  if (!(await isSetUp(client))) return undefined
  // The column is read through the row's JSON, because it may not exist yet.
  const { rows } = await client.query<{ hex: string | null }>(
    `select substr(to_jsonb(installation) ->> 'key_fingerprint', 3) as hex from installation`,
  )
  return rows[0]?.hex ?? undefined
}

async function isSetUp(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(`select to_regclass('installation') is not null as yes`)
  return rows[0]?.yes === true
}

/**
 * Checks a database from before fingerprints: by its sealed values, or, if it has none, by the password of its roles.
 */
async function refuseByWhatIsSealed(check: KeyCheck): Promise<void> {
  if (!(await isSetUp(check.client))) return
  let isSealed = false
  for (const kind of sealed) {
    const opens = await newestOpens(check, kind)
    if (opens) return
    isSealed ||= opens === false
  }
  if (isSealed || (await isRefused(check))) throw new WrongMasterKey()
}

interface Sealed {
  newest: string
  open: (masterKey: string, row: { merchant: string; record: string; sealed: Buffer }) => unknown
}

const sealed: Sealed[] = [
  {
    newest:
      'select merchant_id as merchant, id as record, credential as sealed from processor order by id desc limit 1',
    open: (key, { sealed: credential, ...place }) => openCredential(key, place, credential),
  },
  {
    newest: `select '' as merchant, user_id as record, secret as sealed from totp order by created_at desc limit 1`,
    open: (key, row) => openTotp(key, row.record, row.sealed),
  },
  {
    newest: `select merchant_id as merchant, id as record, date_of_birth as sealed from customer
      where date_of_birth is not null order by id desc limit 1`,
    open: (key, { merchant, record: customer, sealed: value }) =>
      openField(key, { merchant, customer, field: 'date_of_birth' }, value),
  },
  {
    newest: `select '' as merchant, id as record, sealed from mail where sealed is not null order by id desc limit 1`,
    open: (key, row) => openValues(key, row.record, row.sealed),
  },
]

/**
 * True when the newest sealed value opens with the key. Undefined: there is no value of this kind, or an old database
 * does not have its table.
 */
async function newestOpens({ client, masterKey }: KeyCheck, { newest, open }: Sealed): Promise<boolean | undefined> {
  const rows = await client.query(newest).then(
    (result) => result.rows,
    (error) => {
      if (['42P01', '42703'].includes(error.code)) return []
      throw error
    },
  )
  if (!rows[0]) return undefined
  try {
    open(masterKey, rows[0])
    return true
  } catch {
    return false
  }
}

/**
 * Throws when the roles have another password. Roles belong to the whole server: a new password would lock out the
 * Kontor that uses them for another database.
 */
async function refuseRolesOfAnother(check: KeyCheck): Promise<void> {
  const name = await otherOfRoles(check.client)
  if (name !== undefined && (await isRefused(check)))
    throw new StartProblem(
      `The database "${name}" on the same server has a Kontor with another master key, and its roles would stop working: use that key, or another server. Nothing was changed.`,
    )
}

/** Throws when another database of the server has a Kontor, whose roles would get other passwords. */
export async function refuseRolesOfAnotherDatabase(client: pg.Client): Promise<void> {
  const name = await otherOfRoles(client)
  if (name !== undefined)
    throw new StartProblem(
      `The database "${name}" on the same server has a Kontor with the same roles, which could not sign in any more: move one of them to another server. Nothing was changed.`,
    )
}

async function otherOfRoles(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database, aclexplode(datacl) as granted
     where grantee = (select oid from pg_roles where rolname = 'kontor_merchant') and datname <> current_database() limit 1`,
  )
  return rows[0]?.name
}

/** True only when the role exists and has another password: no other error proves that. */
async function isRefused({ client, merchantUrl }: KeyCheck): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_roles where rolname = 'kontor_merchant'`)
  if (rowCount === 0) return false
  const application = new pg.Client({ connectionString: merchantUrl, connectionTimeoutMillis: 10_000 })
  try {
    await application.connect()
    return false
  } catch (error) {
    return (error as { code?: string }).code === '28P01'
  } finally {
    await application.end().catch(() => {})
  }
}
