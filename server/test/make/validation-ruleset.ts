import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import { instantOf, newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'

interface Given {
  organisation?: string
  payment_profile?: string
  name?: string
  action?: RulesetAction
  tag?: string
  webhook_url?: string
  email?: string
  currency_code?: string
  active?: boolean
  rules?: readonly Condition[]
}

/** A ruleset. Without rules it hits every payment that has no customer. */
export async function validationRuleset(
  { db, next }: Making,
  merchant: string,
  { organisation, payment_profile, tag, rules, ...given }: Given = {},
): Promise<string> {
  const { id, created_at } = newId(new Date())
  await db
    .insertInto('validation_ruleset')
    .values({
      ...{ merchant_id: merchant, id, created_at, organisation_id: organisation ?? merchant },
      ...{ name: `Ruleset ${next()}`, action: tag ? 'tag' : 'block', currency_code: 'EUR', ...given },
      ...{ payment_profile_id: payment_profile ?? null, tag_id: tag ?? null },
      rules: JSON.stringify(rules ?? [{ name: 'customer', operator: '!=', value: id }]),
    })
    .execute()
  return id
}

/** A payment that a ruleset hit, whether there is such a ruleset or not. */
export async function rulesetHit(
  { db }: Making,
  payment: { id: string; merchant: string },
  hit: { ruleset: string; name?: string; action?: RulesetAction; tag?: string },
): Promise<void> {
  await db
    .insertInto('validation_ruleset_hit')
    .values({
      merchant_id: payment.merchant,
      transaction_created_at: instantOf(payment.id) ?? '',
      transaction_id: payment.id,
      ruleset_id: hit.ruleset,
      version: 1,
      name: hit.name ?? 'A ruleset',
      action: hit.action ?? 'block',
      tag_id: hit.tag ?? null,
    })
    .execute()
}
