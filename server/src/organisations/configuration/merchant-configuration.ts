import { languages } from '@kontor/contract/codes/languages'
import type { Module } from '@kontor/contract/modules'
import {
  type MerchantKeptKind,
  merchantKeptKinds,
} from '@kontor/contract/organisations/configuration/merchant-configuration.rules'
import type { MerchantConfiguration } from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { onWire } from '../../platform/sums.ts'

/** The days of the kinds of which a merchant can have fewer. */
export type MerchantKeptDays = Readonly<Record<MerchantKeptKind, number>>

/** What the installation has and keeps: the bounds of each merchant. */
export interface Installed {
  readonly modules: readonly Module[]
  readonly keptDays: MerchantKeptDays
  /** After so long without activity a session ends. */
  readonly idle_ms: number
}

/** What the provider allows the merchant (docs/adr/0100), and what it gets (docs/adr/0196 to 0198). */
export async function readMerchantConfiguration(
  db: Reader,
  id: string,
  { modules, keptDays }: Installed,
): Promise<MerchantConfiguration> {
  const row = await db
    .selectFrom('merchant')
    .select(['base_currency', 'largest_payment', 'daily_volume', 'largest_refund', 'refund_days'])
    .select(['partial_capture', 'capture_after_days', 'release_after_days', 'configuration_reason'])
    .select(['has_collecting', 'has_subscriptions', 'has_terminals', 'mail_name', 'mail_reply_to', 'mail_language'])
    .select(['keep_webhooks_days', 'keep_notification_contents_days', 'keep_link_events_days'])
    .select(['keep_terminal_requests_days', 'keep_import_files_days'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const today = await db
    .selectFrom('merchant_volume')
    .select(['currency_code', sql<string>`amount::text`.as('amount')])
    .where('merchant_id', '=', id)
    // The day of payments, whose clock a demo may have moved.
    .where(sql<boolean>`engine_now() between starts_at and ends_at`)
    .orderBy('currency_code')
    .execute()
  const volume_today = today.map(({ currency_code, amount }) => ({ currency_code, amount: BigInt(amount) }))
  return onWire<MerchantConfiguration>({
    ...row,
    mail_language: languages.find((each) => each === row.mail_language) ?? null,
    volume_today,
    running: await runningOf(db, id),
    installed_modules: [...modules],
    // The installation has days of more kinds. Every kind of a merchant is a key.
    installation_days: Object.fromEntries(merchantKeptKinds.map((kind) => [kind, keptDays[kind]])) as MerchantKeptDays,
  })
}

/** What goes on without the part of the product that it belongs to: what takes payments or pays out by itself. */
async function runningOf(db: Reader, merchant: string): Promise<MerchantConfiguration['running']> {
  const { rows } = await sql<MerchantConfiguration['running']>`select
    (select count(*)::int from settlement_profile where merchant_id = ${merchant} and status = 'ACTIVE') as settlement_profiles,
    (select count(*)::int from subscription where merchant_id = ${merchant}
      and status in ('ACTIVE', 'PAST_DUE')) as subscriptions,
    (select count(*)::int from terminal where merchant_id = ${merchant} and status = 'ACTIVE') as terminals`.execute(db)
  return rows[0] ?? { settlement_profiles: 0, subscriptions: 0, terminals: 0 }
}
