import { type Session, themes } from '@kontor/contract/identity/session'
import type { Module } from '@kontor/contract/modules'
import { heldRoles } from '@kontor/contract/roles'
import { type Kysely, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { asFixed } from '../../platform/db/kept-plans.ts'
import { lackedModules } from '../../platform/db/lacked-modules.ts'
import { withinNetworks } from '../../platform/db/within-networks.ts'
import type { DB } from '../../schema.ts'
import { hashOf, newSecret } from './secrets.ts'
import { signInDefaults } from './sign-in-settings.ts'

const defaultIdle_ms = signInDefaults.idle_ms
const longest_ms = 12 * 3_600_000

export interface SignedIn {
  /** The session's public id, which opens nothing. */
  id: string
  session: Session
  organisation: string | null
  /** The time zone of the user, else of the merchant, else of the installation. */
  time_zone: string
  /** When the issuer that began the session has to be asked again; null: none began it. */
  ask_issuer_at: string | null
  /** When the person showed a second factor the last time in this session. */
  factor_at: string | null
  /** True for a merchant's user who asks from outside the networks of the merchant. */
  is_elsewhere: boolean
  /** The parts of the product that the merchant of a merchant's user lacks. */
  lacks: readonly Module[]
}

export interface SessionDetails {
  idle_ms?: number
  ip?: string
  browser?: string | null
  platform?: string | null
  /** The remembered device on which the session was begun. */
  device_id?: string | null
  ask_issuer_at?: string | null
  factor_at?: string | null
}

/** Begins a session and returns its secret. The cookie holds the secret, the database only its hash. */
export async function beginSession(
  trx: Trx,
  user: string,
  now: Date,
  { idle_ms = defaultIdle_ms, ...details }: SessionDetails = {},
): Promise<string> {
  const secret = newSecret()
  await trx
    .insertInto('session')
    .values({
      token_hash: hashOf(secret),
      user_id: user,
      created_at: now.toISOString(),
      last_activity_at: now.toISOString(),
      idle_expires_at: new Date(now.getTime() + idle_ms).toISOString(),
      expires_at: new Date(now.getTime() + longest_ms).toISOString(),
      ...details,
    })
    .execute()
  return secret
}

export async function endSession(db: Kysely<DB>, secret: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now.toISOString() })
    .where('token_hash', '=', hashOf(secret))
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every session of a user, or all except one. Returns the number. */
export async function endSessionsOf(trx: Kysely<DB>, user: string, now: Date, except?: string): Promise<number> {
  let ending = trx
    .updateTable('session')
    .set({ ended_at: now.toISOString() })
    .where('user_id', '=', user)
    .where('ended_at', 'is', null)
  if (except !== undefined) ending = ending.where('token_hash', '!=', hashOf(except))
  return Number((await ending.executeTakeFirst()).numUpdatedRows)
}

/** Records that a person is present. Nothing else keeps a session alive. */
export async function noteActivity(db: Kysely<DB>, secret: string, now: Date, idle_ms = defaultIdle_ms): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_activity_at: now.toISOString(), idle_expires_at: new Date(now.getTime() + idle_ms).toISOString() })
    .where('token_hash', '=', hashOf(secret))
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', now.toISOString())
    .execute()
}

/** When a session ends by silence: the merchant of a merchant's user may have it end sooner than the installation. */
export const idleEnd = sql<string>`least(session.idle_expires_at,
  session.last_activity_at + merchant.session_minutes * interval '1 minute')`

/**
 * The signed-in user, read again at every request, so that an ended session, a deactivated user or merchant, a removed role and
 * other networks or minutes of the merchant take effect at once.
 */
export async function findSession(
  db: Kysely<DB>,
  secret: string,
  ip: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const found = db
    .selectFrom('session')
    .innerJoin('platform_user', 'platform_user.id', 'session.user_id')
    .leftJoin('merchant', 'merchant.id', 'platform_user.merchant_id')
    .innerJoin('installation', (join) => join.onTrue())
    .select([
      'platform_user.id',
      'platform_user.email',
      'platform_user.name',
      'platform_user.merchant_id',
      'platform_user.organisation_id',
      'platform_user.language',
      'platform_user.theme',
      'merchant.name as merchant_name',
      'merchant.session_minutes',
      'session.id as session_id',
      'session.expires_at',
      idleEnd.as('idle_expires_at'),
      sql<boolean>`not ${withinNetworks(ip, sql`merchant.allowed_ips`)}`.as('is_elsewhere'),
      'session.ask_issuer_at',
      'session.factor_at',
      sql<string>`coalesce(platform_user.time_zone, merchant.time_zone, installation.time_zone)`.as('time_zone'),
      sql<string[]>`array(select role from role_grant where role_grant.user_id = platform_user.id order by role)`.as(
        'roles',
      ),
      lackedModules.as('lacks'),
    ])
    .where('session.token_hash', '=', hashOf(secret))
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now.toISOString())
    .where(idleEnd, '>', now.toISOString())
    .where('platform_user.active', '=', true)
    .where((eb) => eb.or([eb('platform_user.merchant_id', 'is', null), eb('merchant.active', '=', true)]))
  const [row] = (await asFixed(found).execute(db)).rows
  if (!row) return undefined
  return {
    id: row.session_id,
    organisation: row.organisation_id,
    time_zone: row.time_zone,
    ask_issuer_at: row.ask_issuer_at,
    factor_at: row.factor_at,
    is_elsewhere: row.is_elsewhere,
    lacks: row.lacks,
    session: {
      id: row.id,
      email: row.email,
      name: row.name,
      psp: row.merchant_id === null,
      roles: heldRoles(row.roles, row.merchant_id === null ? 'provider' : 'merchant'),
      merchant: row.merchant_id,
      merchant_name: row.merchant_name,
      organisation: row.organisation_id,
      language: row.language === 'nl' ? 'nl' : 'en-US',
      theme: themes.find((theme) => theme === row.theme) ?? 'auto',
      time_zone: row.time_zone,
      modules: [],
      expires_at: row.expires_at,
      idle_expires_at: row.idle_expires_at,
      // Those of the installation are known to the desk alone.
      idle_minutes: row.session_minutes ?? Number.POSITIVE_INFINITY,
    },
  }
}
