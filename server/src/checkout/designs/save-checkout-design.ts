import type { createCheckoutDesignEndpoint } from '@kontor/contract/checkout/checkout-design.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { requireActiveMerchant } from '../../organisations/active-merchant.ts'
import { ownOrganisation, visibleOrganisation } from '../../organisations/visible-organisation.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { openUses } from './checkout-design.rows.ts'
import { checkCss } from './design-css.ts'

type Input = ReadBody<typeof createCheckoutDesignEndpoint>

export async function createCheckoutDesign(trx: Trx, actor: Actor, input: Input, now: Date): Promise<string> {
  const { id: organisation_id, merchant } = input.organisation
    ? await visibleOrganisation(trx, actor, input.organisation)
    : await ownOrganisation(trx, actor)
  await requireActiveMerchant(trx, merchant)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('checkout')
    .values({ ...(await valuesOf(trx, input)), merchant_id: merchant, id, created_at, organisation_id })
    .execute()
  return id
}

export async function updateCheckoutDesign(trx: Trx, actor: Actor, id: string, input: Input): Promise<void> {
  const { merchant_id } = await lockDesign(trx, actor, id)
  const to = input.organisation && (await visibleOrganisation(trx, actor, input.organisation))
  // A design never moves to another merchant.
  if (to && to.merchant !== merchant_id) throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  await trx
    .updateTable('checkout')
    .set({ ...(await valuesOf(trx, input)), ...(to ? { organisation_id: to.id } : {}) })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes a design. A link or plan that chooses it refers to it and therefore waits for this lock. If links that ended
 * use it, it stays stored for their pages but is no longer listed.
 */
export async function deleteCheckoutDesign(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const { merchant_id } = await lockDesign(trx, actor, id)
  const own = trx.selectFrom('checkout').where('merchant_id', '=', merchant_id).where('id', '=', id)
  const { uses } = await own.select(openUses.as('uses')).executeTakeFirstOrThrow()
  if (uses > 0) throw new Refusal('checkout_in_use', { uses })
  if (await wasUsed(trx, merchant_id, id))
    await trx
      .updateTable('checkout')
      .set({ deleted_at: now.toISOString() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute()
  else await trx.deleteFrom('checkout').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}

async function lockDesign(trx: Trx, actor: Actor, id: string) {
  const design = await trx
    .selectFrom('checkout')
    .select('merchant_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(actor, 'checkout'))
    .forUpdate()
    .executeTakeFirst()
  if (!design) throw new Refusal('not_found')
  return design
}

async function wasUsed(trx: Trx, merchant: string, id: string): Promise<boolean> {
  for (const table of ['payment_link', 'card_add_link', 'plan'] as const) {
    const one = await trx
      .selectFrom(table)
      .select('id')
      .where('merchant_id', '=', merchant)
      .where('checkout_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (one) return true
  }
  return false
}

async function valuesOf(trx: Trx, { organisation: _, ...input }: Input) {
  await refuseCardNumber(trx, 'body.description', input.description ?? undefined)
  if (input.css && checkCss(input.css).problems.length > 0)
    throw new Refusal('invalid_request', { 'body.css': 'css_refused' })
  return {
    ...input,
    description: input.description || null,
    background_color: input.background_color ?? null,
    background_image_url: input.background_image_url ?? null,
    logo_url: input.logo_url ?? null,
    header_color: input.header_color ?? null,
    header_text_color: input.header_text_color ?? null,
    button_color: input.button_color ?? null,
    button_text_color: input.button_text_color ?? null,
    css: input.css || null,
  }
}
