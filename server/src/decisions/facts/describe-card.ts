import type { CardProblem } from '@kontor/contract/decisions/decision.rules'
import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import { activeProcessors } from '../../processors/active-processors.ts'
import { type Connected, connected, connectedColumns, type GatewaySettings } from '../../processors/connections.ts'
import { keptRouting, routingInUse } from '../routings/kept-routings.ts'
import { rulesetVersion } from '../rulesets/applied-rulesets.ts'
import { keptRulesets } from '../rulesets/kept-rulesets.ts'
import { breaker } from './breaker.ts'
import type { KnownCard } from './facts-of.ts'

/** What is known of a new card, or why nothing is. */
export type Described = KnownCard | { problem: CardProblem }

/** A payer waits for this answer before his payment begins. */
const patience_ms = 800

interface House {
  databases: Databases
  gateways: GatewaySettings
}

/** A card that is about to be charged. */
interface NewCard {
  /** The profile that is paid, read in the transaction that also finds its processor. */
  profileOf: (trx: Trx) => Promise<string | undefined>
  payment_product: string
  /** Set for a stored card, of which everything is known. */
  card?: string | undefined
  card_token?: string | undefined
}

/** By processor. Five payments that waited in vain are enough to see that the next one would. */
const breakers = breaker({ failures: 5, pause_ms: 60_000 })

/**
 * Asks the gateway of the preferred processor which card a token stands for. It is called outside of a database transaction,
 * and only where a ruleset or the routing asks for brand or BIN. A gateway that failed too often is not asked for a while, so
 * that payers do not wait for it. Undefined: nobody asks, or the gateway tells it to nobody. It never throws.
 */
export async function describeCard(house: House, actor: Actor, asked: NewCard): Promise<Described | undefined> {
  const { profileOf, payment_product, card, card_token } = asked
  if (payment_product !== 'card' || card !== undefined || card_token === undefined) return undefined
  const work = async (trx: Trx) => {
    const profile = await profileOf(trx)
    return profile === undefined ? undefined : asking(trx, house.gateways, actor, profile)
  }
  const found = await inTransaction(house.databases, actor, work, { plans: 'repeated' })
  if (!found?.gateway.describeToken) return undefined
  const { processor, gateway, connection } = found
  if (!breakers.mayAsk(processor)) return { problem: 'not_asked' }
  try {
    const described = await gateway.describeToken?.(connection, card_token)
    breakers.answered(processor)
    return described ?? { problem: 'not_known' }
  } catch {
    // The processor tells what is wrong with it when it is asked for the payment.
    breakers.failed(processor)
    return { problem: 'no_answer' }
  }
}

/** One statement reads who is asked with what decides whether: every payment by card asks it. */
async function asking(
  trx: Trx,
  settings: GatewaySettings,
  actor: Actor,
  payment_profile: string,
): Promise<Connected | undefined> {
  const row = await trx
    .selectFrom('payment_profile')
    .innerJoinLateral(
      ({ ref }) =>
        activeProcessors(trx, { merchant: ref('payment_profile.merchant_id'), profile: ref('payment_profile.id') })
          .select(connectedColumns)
          .$narrowType<{ mode: ProcessorMode }>()
          .where('processor.payment_product', '=', 'card')
          .limit(1)
          .as('preferred'),
      (join) => join.onTrue(),
    )
    .selectAll('preferred')
    .select(({ ref }) => [
      rulesetVersion(ref('payment_profile.merchant_id')).as('version'),
      routingInUse({
        merchant: ref('payment_profile.merchant_id'),
        profile: ref('payment_profile.id'),
        product: 'card',
      }).as('routing'),
    ])
    .where('payment_profile.id', '=', payment_profile)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!row) return undefined
  const { version, routing, ...processor } = row
  const merchant = processor.merchant_id
  const isAsked =
    (version && (await keptRulesets(trx, merchant, version)).asksForCards) ||
    (routing && (await keptRouting(trx, merchant, routing)).asksForCards)
  if (!isAsked) return undefined
  const patient = { ...settings, timeout_ms: Math.min(settings.timeout_ms, patience_ms) }
  // The exchange belongs to no payment, and its address has the token: it is not recorded.
  return connected(patient, processor, () => {})
}
