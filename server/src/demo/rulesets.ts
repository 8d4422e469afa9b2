import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import type pg from 'pg'
import { newId } from '../platform/db/ids.ts'

const shop = 'Bloom Nederland'

interface DemoRuleset {
  name: string
  action: RulesetAction
  rules: readonly Condition[]
  tag?: string
  active?: false
  /** The condition for the payments of the last weeks that it hit. */
  hit?: string
}

const is = (name: Condition['name'], operator: Condition['operator'], value: Condition['value']): Condition => ({
  ...{ name, operator, value },
})

// They leave most payments alone: a demo is for trying other things too.
const rulesets: readonly DemoRuleset[] = [
  {
    ...{ name: 'Zending naar het Verenigd Koninkrijk', action: 'tag', tag: 'export' },
    rules: [is('country_code', '==', 'GB')],
    hit: `country_code = 'GB' and status <> 'CANCELLED'`,
  },
  { name: 'Boven € 50.000', action: 'block', rules: [is('amount', '>=', 5_000_000)] },
  {
    ...{ name: 'Buiten Nederland', action: 'block', active: false },
    rules: [is('country_code', '!=', 'NL')],
    hit: `blocked and country_code <> 'NL'`,
  },
  {
    ...{ name: 'Dure bestelling uit Zweden', action: '3dSecure' },
    rules: [is('country_code', '==', 'SE'), is('amount', '>=', 50_000)],
  },
]

/** Adds rulesets to a merchant, with the payments that they hit in the last weeks. */
export async function addRulesets(client: pg.Client): Promise<void> {
  for (const ruleset of rulesets) await addRuleset(client, ruleset)
}

async function addRuleset(client: pg.Client, { name, action, rules, tag, active, hit }: DemoRuleset): Promise<void> {
  const { id, created_at } = newId(new Date())
  await client.query(
    `insert into validation_ruleset (merchant_id, id, organisation_id, created_at, name, action, tag_id, currency_code, active, rules)
     select p.merchant_id, $1, p.merchant_id, $2, $3, $4,
       (select t.id from tag t where t.merchant_id = p.merchant_id and t.text = $5), p.currency_code, $6, $7
     from payment_profile p where p.name = $8`,
    [id, created_at, name, action, tag ?? null, active !== false, JSON.stringify(rules), shop],
  )
  if (hit === undefined) return
  await client.query(
    `with hit as (
      insert into validation_ruleset_hit (merchant_id, transaction_created_at, transaction_id, ruleset_id, version, name, action, tag_id)
      select t.merchant_id, t.created_at, t.id, r.id, 1, r.name, r.action, r.tag_id
      from validation_ruleset r join transaction t on t.merchant_id = r.merchant_id
      where r.id = $1 and t.created_at > now() - interval '40 days' and t.created_at <= now() and ${hit}
      returning *)
    insert into transaction_tag (merchant_id, transaction_created_at, transaction_id, tag_id, created_at)
    select merchant_id, transaction_created_at, transaction_id, tag_id, transaction_created_at from hit where tag_id is not null
    on conflict do nothing`,
    [id],
  )
}
