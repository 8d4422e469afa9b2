import type { CardAddLinkStatus } from '@kontor/contract/checkout/link.rules'
import type { ChargebackStatus } from '@kontor/contract/disputes/chargeback.rules'
import type { RefundStatus } from '@kontor/contract/payments/refund.rules'
import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import type { Role } from '@kontor/contract/roles'
import type { ScheduledStatus } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import type { DiscountType } from '@kontor/contract/subscriptions/discount.rules'
import type { SubscriptionStatus } from '@kontor/contract/subscriptions/subscription.rules'
import type { WebhookStatus, WebhookType } from '@kontor/contract/webhooks/webhook.rules'
import type { Insertable } from 'kysely'
import type { StoredTransaction } from '../src/engine/locked-transaction.ts'
import { followUpDelta, transactionDelta } from '../src/engine/statistics-delta.ts'
import { createApiKey } from '../src/identity/access/api-keys.ts'
import { beginSession } from '../src/identity/access/sessions.ts'
import type { Databases, Trx } from '../src/platform/db/database.ts'
import { newId } from '../src/platform/db/ids.ts'
import { sealCredential } from '../src/platform/secrets/sealed.ts'
import type { Checkout } from '../src/schema.ts'

/** One maker per entity. Fields that a test does not name are filled in, including parents. */
export type Make = ReturnType<typeof makers>

export interface MadeMerchant {
  merchant: string
  profile: string
  processor: string
  currency_code: string
}

export function makers(
  databases: Databases,
  world: { masterKey: string; processorUrl: string; credential: Record<string, string> },
) {
  const db = databases.provider
  let count = 0
  const next = () => ++count

  async function organisation(
    merchant: string,
    given: { parent?: string; name?: string; depth?: number } = {},
  ): Promise<string> {
    const { id } = newId(new Date())
    await db
      .insertInto('organisation')
      .values({
        merchant_id: merchant,
        id,
        parent_id: given.parent ?? merchant,
        name: given.name ?? `Organisation ${next()}`,
        depth: given.depth ?? 1,
      })
      .execute()
    return id
  }

  async function processor(
    merchant: string,
    given: {
      organisation?: string
      name?: string
      payment_product?: string
      url?: string
      active?: boolean
      credential?: Record<string, string>
    } = {},
  ): Promise<string> {
    const { id } = newId(new Date())
    await db
      .insertInto('processor')
      .values({
        merchant_id: merchant,
        id,
        organisation_id: given.organisation ?? merchant,
        name: given.name ?? `Processor ${next()}`,
        gateway: 'sandbox',
        payment_product: given.payment_product ?? 'card',
        url: given.url ?? world.processorUrl,
        credential: sealCredential(world.masterKey, { merchant, record: id }, given.credential ?? world.credential),
        active: given.active ?? true,
      })
      .execute()
    return id
  }

  async function profile(
    merchant: string,
    given: { organisation?: string; currency_code?: string; processors?: string[]; name?: string } = {},
  ): Promise<string> {
    const { id } = newId(new Date())
    const name = given.name ?? `Shop ${next()}`
    await db
      .insertInto('payment_profile')
      .values({
        merchant_id: merchant,
        id,
        organisation_id: given.organisation ?? merchant,
        name,
        display_name: name,
        currency_code: given.currency_code ?? 'EUR',
      })
      .execute()
    for (const [position, processor_id] of (given.processors ?? []).entries()) {
      await db
        .insertInto('payment_profile_processor')
        .values({ merchant_id: merchant, payment_profile_id: id, processor_id, position })
        .execute()
    }
    return id
  }

  /** A merchant with its root organisation, a processor for cards and a shop. */
  async function merchant(
    given: { name?: string; active?: boolean; currency_code?: string; payment_product?: string } = {},
  ): Promise<MadeMerchant> {
    const { id } = newId(new Date())
    const name = given.name ?? `Merchant ${next()}`
    const currency_code = given.currency_code ?? 'EUR'
    await db
      .insertInto('merchant')
      .values({ id, name, active: given.active ?? true, country_code: 'NL' })
      .execute()
    await db.insertInto('organisation').values({ merchant_id: id, id, parent_id: null, name, depth: 0 }).execute()
    const made = await processor(id, given.payment_product ? { payment_product: given.payment_product } : {})
    return {
      merchant: id,
      processor: made,
      currency_code,
      profile: await profile(id, { currency_code, processors: [made] }),
    }
  }

  async function user(
    given: {
      merchant?: string
      organisation?: string
      roles?: Role[]
      active?: boolean
      password_hash?: string
      email?: string
    } = {},
  ) {
    const { id } = newId(new Date())
    const email = given.email ?? `user${next()}@test.example`
    const merchant = given.merchant ?? null
    await db
      .insertInto('platform_user')
      .values({
        id,
        merchant_id: merchant,
        organisation_id: given.organisation ?? merchant,
        email,
        name: `User ${next()}`,
        active: given.active ?? true,
        language: 'en-US',
        password_hash: given.password_hash ?? null,
      })
      .execute()
    const grants = (given.roles ?? []).map((role) => ({ user_id: id, role }))
    if (grants.length > 0) await db.insertInto('role_grant').values(grants).execute()
    return { id, email }
  }

  /** The Cookie header of a signed-in user. */
  async function cookie(given: Parameters<typeof user>[0] = {}): Promise<string> {
    const { id } = await user(given)
    const secret = await db.transaction().execute((trx) => beginSession(trx, id, new Date()))
    return `kontor=${secret}`
  }

  const apiKey = (merchant: string, roles: Role[] = ['USER_ALL'], organisation = merchant): Promise<string> =>
    db
      .transaction()
      .execute((trx) => createApiKey(trx, { merchant, organisation, name: `key ${next()}`, roles }, new Date()))

  async function customer(
    merchant: string,
    given: {
      organisation?: string
      first_name?: string
      last_name?: string
      email_address?: string
      reference?: string
      country_code?: string
      status?: string
    } = {},
  ): Promise<string> {
    const { id } = newId(new Date())
    const number = next()
    await db
      .insertInto('customer')
      .values({
        merchant_id: merchant,
        id,
        organisation_id: given.organisation ?? merchant,
        reference: given.reference ?? `C-${number}`,
        first_name: given.first_name ?? 'Zoë',
        last_name: given.last_name ?? `Jansen ${number}`,
        email_address: given.email_address ?? `zoe${number}@test.example`,
        country_code: given.country_code ?? 'NL',
        status: given.status ?? 'UNKNOWN',
      })
      .execute()
    return id
  }

  /** A customer's card in the vault of the merchant's processor. */
  async function card(
    of: MadeMerchant,
    customer: string,
    given: { token?: string; revoked?: boolean; brand?: string; last_four?: string } = {},
  ): Promise<string> {
    const { id } = newId(new Date())
    await db
      .insertInto('card')
      .values({
        merchant_id: of.merchant,
        id,
        customer_id: customer,
        processor_id: of.processor,
        token: given.token ?? 'test_visa',
        brand: given.brand ?? 'visa',
        bin: '41111111',
        last_four: given.last_four ?? '1111',
        expiry_month: 12,
        expiry_year: 2031,
        revoked_at: given.revoked ? new Date().toISOString() : null,
      })
      .execute()
    return id
  }

  /** A terminal in the merchant's shop. */
  async function terminal(
    of: MadeMerchant,
    given: { organisation?: string; name?: string; model?: string; status?: string; last_seen_at?: Date } = {},
  ): Promise<string> {
    const { id } = newId(new Date())
    const number = next()
    await db
      .insertInto('terminal')
      .values({
        merchant_id: of.merchant,
        id,
        organisation_id: given.organisation ?? of.merchant,
        payment_profile_id: of.profile,
        name: given.name ?? `Till ${number}`,
        terminal_id: `T${String(number).padStart(7, '0')}`,
        model: given.model ?? 'V400c',
        serial_number: `S-${number}`,
        status: given.status ?? 'ACTIVE',
        last_seen_at: given.last_seen_at?.toISOString() ?? null,
      })
      .execute()
    return id
  }

  async function tag(
    merchant: string,
    given: { text?: string; color?: string; organisation?: string } = {},
  ): Promise<string> {
    const { id } = newId(new Date())
    await db
      .insertInto('tag')
      .values({
        merchant_id: merchant,
        id,
        organisation_id: given.organisation ?? merchant,
        text: given.text ?? `tag ${next()}`,
        color: given.color ?? '#336699',
      })
      .execute()
    return id
  }

  interface TransactionInput {
    amount?: number
    status?: TransactionStatus
    created_at?: Date
    merchant_reference?: string
    payment_product?: string
    country_code?: string
    customer?: string
    card?: string
    tags?: string[]
    organisation?: string
    blocked?: boolean
    captured_amount?: number
    profile?: string
    processor_id_external?: string
    payment_link?: string
    card_add_link?: string
    card_brand?: string
    terminal?: string
    /** The subscription whose first cycle it pays. */
    subscription?: string
    platform?: string
    browser?: string
  }

  /**
   * Inserted directly in its status, as an import does. Settled ones can be refunded (the sandbox trusts ids with
   * `prior_`).
   */
  async function transaction(of: MadeMerchant, given: TransactionInput = {}) {
    const now = given.created_at ?? new Date()
    const { id, created_at } = newId(now)
    const status = given.status ?? 'SETTLEMENT_COMPLETED'
    const amount = given.amount ?? 10_000
    const isSettled = status === 'SETTLEMENT_COMPLETED' || status === 'SETTLEMENT_REQUESTED'
    if (given.subscription)
      await db
        .insertInto('subscription_cycle')
        .values({
          merchant_id: of.merchant,
          subscription_id: given.subscription,
          ...{ cycle: 1, due_date: '2026-01-01', amount, status: 'OPEN' },
        })
        .execute()
    await db.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto('transaction')
        .values({
          merchant_id: of.merchant,
          created_at,
          id,
          organisation_id: given.organisation ?? of.merchant,
          payment_profile_id: given.profile ?? of.profile,
          processor_id: of.processor,
          customer_id: given.customer ?? null,
          card_id: given.card ?? null,
          payment_link_id: given.payment_link ?? null,
          card_add_link_id: given.card_add_link ?? null,
          amount,
          currency_code: of.currency_code,
          captured_amount: given.captured_amount ?? (isSettled ? amount : 0),
          status,
          blocked: given.blocked ?? false,
          merchant_reference: given.merchant_reference ?? `REF-${next()}`,
          payment_product: given.payment_product ?? 'card',
          country_code: given.country_code ?? 'NL',
          processor_id_external: given.processor_id_external ?? `prior_${id}`,
          card_brand: given.card_brand ?? null,
          terminal_id: given.terminal ?? null,
          subscription_id: given.subscription ?? null,
          subscription_cycle: given.subscription ? 1 : null,
          platform: given.platform ?? null,
          browser: given.browser ?? null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('statistics_delta')
        .values(transactionDelta({ ...row, status }, 1))
        .execute()
    })
    for (const tag_id of given.tags ?? []) {
      await db
        .insertInto('transaction_tag')
        .values({ merchant_id: of.merchant, transaction_created_at: created_at, transaction_id: id, tag_id })
        .execute()
    }
    return { id, created_at, amount }
  }

  async function authorize({ id }: { id: string }): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const before = await trx.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const after = await trx
        .updateTable('transaction')
        .set({ status: 'AUTHORIZED' })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      // CHECK constraints allow only these statuses in both.
      const deltas = [
        transactionDelta(before as StoredTransaction, -1),
        transactionDelta(after as StoredTransaction, 1),
      ]
      await trx.insertInto('statistics_delta').values(deltas).execute()
    })
  }

  /** A refund or chargeback counts with its transaction's properties, but in its own node. */
  async function deltaOf(
    trx: Trx,
    entity: 'refund' | 'chargeback',
    transaction: string,
    row: { created_at: string; status: string; amount: number; organisation_id: string },
  ): Promise<void> {
    const paid = await trx.selectFrom('transaction').selectAll().where('id', '=', transaction).executeTakeFirstOrThrow()
    const delta = followUpDelta(entity, paid as StoredTransaction, row, 1)
    await trx
      .insertInto('statistics_delta')
      .values({ ...delta, organisation_id: row.organisation_id })
      .execute()
  }

  async function refund(
    of: MadeMerchant,
    transaction: { id: string; created_at: string },
    given: { amount?: number; status?: RefundStatus; created_at?: Date; organisation?: string; reason?: string } = {},
  ) {
    const { id, created_at } = newId(given.created_at ?? new Date())
    await db.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto('refund')
        .values({
          merchant_id: of.merchant,
          created_at,
          id,
          organisation_id: given.organisation ?? of.merchant,
          transaction_created_at: transaction.created_at,
          transaction_id: transaction.id,
          processor_id: of.processor,
          amount: given.amount ?? 100,
          reason: given.reason ?? null,
          status: given.status ?? 'PROCESSED',
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await deltaOf(trx, 'refund', transaction.id, row)
    })
    return { id, created_at }
  }

  async function chargeback(
    of: MadeMerchant,
    transaction: { id: string; created_at: string; amount?: number },
    given: {
      amount?: number
      status?: ChargebackStatus
      created_at?: Date
      organisation?: string
      respond_by?: string | null
      reason_code?: string
    } = {},
  ) {
    const { id, created_at } = newId(given.created_at ?? new Date())
    await db.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto('chargeback')
        .values({
          merchant_id: of.merchant,
          created_at,
          id,
          organisation_id: given.organisation ?? of.merchant,
          transaction_created_at: transaction.created_at,
          transaction_id: transaction.id,
          processor_id: of.processor,
          amount: given.amount ?? transaction.amount ?? 100,
          status: given.status ?? 'OPEN',
          reason: 'goods_not_received',
          reason_code: given.reason_code ?? '13.1',
          respond_by:
            given.respond_by === undefined
              ? new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
              : given.respond_by,
          processor_id_external: `prior_${id}`,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await deltaOf(trx, 'chargeback', transaction.id, row)
    })
    return { id, created_at }
  }

  /** A scheduled payment from a stored card. */
  async function scheduled(
    of: MadeMerchant,
    given: {
      customer?: string
      amount?: number
      due_at?: Date
      created_at?: Date
      organisation?: string
      merchant_reference?: string
      status?: ScheduledStatus
      /** The transaction of an attempt that was paid. */
      transaction?: { id: string; created_at: string }
    } = {},
  ) {
    const customer_id = given.customer ?? (await customer(of.merchant))
    const { id, created_at } = newId(given.created_at ?? new Date())
    const due_at = (given.due_at ?? new Date(Date.now() + 86_400_000)).toISOString()
    const status = given.status ?? 'CREATED'
    await db
      .insertInto('scheduled_transaction')
      .values({
        merchant_id: of.merchant,
        created_at,
        id,
        organisation_id: given.organisation ?? of.merchant,
        payment_profile_id: of.profile,
        customer_id,
        card_id: await card(of, customer_id),
        amount: given.amount ?? 2_500,
        currency_code: of.currency_code,
        merchant_reference: given.merchant_reference ?? `SCH-${next()}`,
        due_at,
        retry_policy: 'NONE',
        status,
        next_attempt_at: status === 'CREATED' ? due_at : null,
        attempts: given.transaction ? 1 : 0,
      })
      .execute()
    if (given.transaction) {
      await db
        .insertInto('scheduled_attempt')
        .values({
          merchant_id: of.merchant,
          scheduled_created_at: created_at,
          scheduled_id: id,
          attempt: 1,
          transaction_created_at: given.transaction.created_at,
          transaction_id: given.transaction.id,
          status: 'PAID',
          started_at: due_at,
          ended_at: due_at,
        })
        .execute()
    }
    return { id, created_at }
  }

  /** A checkout design. */
  async function checkoutDesign(
    merchant: string,
    given: Partial<Insertable<Checkout>> & { organisation?: string } = {},
  ): Promise<string> {
    const { organisation, ...rest } = given
    const { id, created_at } = newId(new Date())
    await db
      .insertInto('checkout')
      .values({
        ...{
          merchant_id: merchant,
          id,
          created_at,
          organisation_id: organisation ?? merchant,
          name: `Design ${next()}`,
        },
        payment_product_order: ['ideal', 'card'],
        ...rest,
      })
      .execute()
    return id
  }

  interface LinkInput {
    checkout?: string
    organisation?: string
    customer?: string
    merchant_reference?: string
    status?: CardAddLinkStatus
    amount?: number
    reusable?: boolean
    expires_at?: Date
    purpose?: string
  }

  const linkValues = (of: MadeMerchant, given: LinkInput) => ({
    merchant_id: of.merchant,
    ...newId(new Date()),
    organisation_id: given.organisation ?? of.merchant,
    payment_profile_id: of.profile,
    currency_code: of.currency_code,
    checkout_id: given.checkout ?? null,
    merchant_reference: given.merchant_reference ?? `LINK-${next()}`,
    status: given.status ?? 'CREATED',
    expires_at: (given.expires_at ?? new Date(Date.now() + (30 + next()) * 86_400_000)).toISOString(),
  })

  async function paymentLink(of: MadeMerchant, given: LinkInput = {}): Promise<string> {
    const reusable = given.reusable ?? false
    const values = {
      ...linkValues(of, given),
      customer_id: given.customer ?? null,
      amount: given.amount ?? 2_500 + next(),
      reusable,
      max_uses: reusable ? null : 1,
    }
    await db.insertInto('payment_link').values(values).execute()
    return values.id
  }

  async function cardAddLink(of: MadeMerchant, given: LinkInput = {}): Promise<string> {
    const values = {
      ...linkValues(of, given),
      customer_id: given.customer ?? (await customer(of.merchant)),
      purpose: given.purpose ?? 'recurring',
    }
    await db.insertInto('card_add_link').values(values).execute()
    return values.id
  }

  async function plan(
    of: MadeMerchant,
    given: {
      name?: string
      amount?: number
      interval?: string
      interval_count?: number
      organisation?: string
      checkout?: string
      max_billing_cycle?: number
      statuses?: string[]
      webhook?: string
      email?: string
    } = {},
  ): Promise<string> {
    const { id, created_at } = newId(new Date())
    await db
      .insertInto('plan')
      .values({
        merchant_id: of.merchant,
        id,
        created_at,
        organisation_id: given.organisation ?? of.merchant,
        payment_profile_id: of.profile,
        currency_code: of.currency_code,
        checkout_id: given.checkout ?? null,
        name: given.name ?? `Plan ${next()}`,
        amount: given.amount ?? 1_000,
        interval: given.interval ?? 'month',
        interval_count: given.interval_count ?? 1,
        max_billing_cycle: given.max_billing_cycle ?? null,
        statuses_subscription_update: given.statuses ?? [],
        webhook_subscription_update: given.webhook ?? null,
        email_subscription_update: given.email ?? null,
      })
      .execute()
    return id
  }

  /**
   * A subscription that waits for its first payment; or ACTIVE, with a card that is charged from the first cycle on.
   */
  async function subscription(
    of: MadeMerchant,
    given: {
      plan?: string
      customer?: string
      card?: string
      status?: SubscriptionStatus
      starts_on?: string
      billing_cycle?: number
      max_billing_cycle?: number
      organisation?: string
      payment_product?: string
      discount?: string
    } = {},
  ): Promise<string> {
    const { id, created_at } = newId(new Date())
    const status = given.status ?? 'CREATED'
    const isOver = status === 'EXPIRED' || status === 'CANCELLED' || status === 'COMPLETED'
    await db
      .insertInto('subscription')
      .values({
        merchant_id: of.merchant,
        id,
        created_at,
        organisation_id: given.organisation ?? of.merchant,
        customer_id: given.customer ?? (await customer(of.merchant)),
        plan_id: given.plan ?? (await plan(of)),
        payment_profile_id: of.profile,
        currency_code: of.currency_code,
        status,
        starts_on: given.starts_on ?? (status === 'CREATED' ? null : '2026-01-01'),
        due_date: isOver ? null : (given.starts_on ?? null),
        billing_cycle: given.billing_cycle ?? 1,
        max_billing_cycle: given.max_billing_cycle ?? null,
        payment_product: given.payment_product ?? (given.card ? 'card' : null),
        card_id: given.card ?? null,
        act_on: isOver ? null : (given.starts_on ?? '2999-01-01'),
      })
      .execute()
    if (given.discount)
      await db
        .insertInto('subscription_discount_attached')
        .values({
          merchant_id: of.merchant,
          ...newId(new Date()),
          subscription_id: id,
          subscription_discount_id: given.discount,
        })
        .execute()
    return id
  }

  async function discount(
    merchant: string,
    given: {
      name?: string
      type?: DiscountType
      amount?: number
      duration?: number
      minimum_amount?: number
      limit_to_first_order?: boolean
      organisation?: string
    } = {},
  ): Promise<string> {
    const { id, created_at } = newId(new Date())
    await db
      .insertInto('subscription_discount')
      .values({
        merchant_id: merchant,
        id,
        created_at,
        organisation_id: given.organisation ?? merchant,
        name: given.name ?? `Discount ${next()}`,
        type: given.type ?? 'fixed_cents',
        amount: given.amount ?? 100,
        duration: given.duration ?? null,
        minimum_amount: given.minimum_amount ?? null,
        limit_to_first_order: given.limit_to_first_order ?? false,
      })
      .execute()
    return id
  }

  interface WebhookInput {
    url?: string
    type?: WebhookType
    item?: string
    status?: WebhookStatus
    outcome?: 'delivered' | 'refused' | 'given_up' | null
    manual?: boolean
    created_at?: Date
    organisation?: string
  }

  /**
   * A finished webhook. A test may make it wait; its next attempt is then so late that it is not sent during the test.
   */
  async function webhook(merchant: string, given: WebhookInput = {}): Promise<string> {
    const { id, created_at } = newId(given.created_at ?? new Date())
    const outcome = given.outcome === undefined ? 'delivered' : given.outcome
    const status = given.status ?? 'SETTLEMENT_COMPLETED'
    const item_id = given.item ?? newId(new Date()).id
    const isDelivered = outcome === 'delivered'
    await db
      .insertInto('webhook')
      .values({
        merchant_id: merchant,
        id,
        created_at,
        organisation_id: given.organisation ?? merchant,
        type: given.type ?? 'transaction',
        item_id,
        status,
        url: given.url ?? 'https://shop.example/hook',
        payload: JSON.stringify({ type: 'transaction.updated', timestamp: created_at, data: { id: item_id, status } }),
        manual: given.manual ?? false,
        in_line: !given.manual,
        attempts: outcome ? next() : 0,
        outcome,
        done_at: outcome ? created_at : null,
        delivered_on: isDelivered ? created_at : null,
        response_code: outcome ? (isDelivered ? 200 : 404) : null,
        ...(outcome ? {} : { next_attempt_at: '2999-01-01T00:00:00Z' }),
      })
      .execute()
    return id
  }

  return {
    webhook,
    scheduled,
    chargeback,
    plan,
    subscription,
    discount,
    organisation,
    processor,
    profile,
    merchant,
    user,
    cookie,
    apiKey,
    customer,
    card,
    terminal,
    tag,
    transaction,
    authorize,
    refund,
    paymentLink,
    cardAddLink,
    checkoutDesign,
  }
}
