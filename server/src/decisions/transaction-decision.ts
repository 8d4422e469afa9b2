import { type Facts, ruleTypes } from '@kontor/contract/decisions/conditions/condition.rules'
import type { transactionDecisionEndpoint } from '@kontor/contract/decisions/decision.endpoints'
import { type AttemptState, rulesetActions } from '@kontor/contract/decisions/decision.rules'
import { otherwise } from '@kontor/contract/decisions/routings/otherwise'
import { type Branch, branchesOf, readPath } from '@kontor/contract/decisions/routings/tree.rules'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed, riskRulesetRoles } from '@kontor/contract/roles'
import { type Selectable, sql } from 'kysely'
import { findTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Decision } from '../schema.ts'
import { factsAsked, type KnownFacts } from './facts/facts-of.ts'
import { lotsOf } from './lots.ts'
import { namesOfPayers } from './names-of-payers.ts'
import { passedBranches } from './routings/passed-branches.ts'
import { pastVersion } from './routings/past-version.ts'
import { namesOfProcessors, ofMerchant } from './routings/processor-names.ts'

type Reply = ReplyOf<typeof transactionDecisionEndpoint>
type StoredDecision = Selectable<Decision> & { facts: KnownFacts }

/**
 * Why a payment went to its processor. The way is that through the version of the routing that decided, whatever became of the
 * routing since. Null: nothing was written down.
 */
export async function transactionDecision(trx: Trx, actor: Actor, id: string): Promise<Reply> {
  const transaction = await findTransaction(trx, actor, id)
  if (!transaction) throw new Refusal('not_found')
  const found = await decisionOf(trx, transaction)
  if (!found) return null
  const routing = await routingOf(trx, found)
  const facts = factsOf(found)
  const way = routing ? wayThrough(routing.tree, found, facts, id) : noWay
  const attempts = await attemptsOf(trx, transaction)
  const asked = attempts.map(({ processor }) => processor)
  const ends = [...asked, found.processor_id, way.end, way.otherwise?.processor].filter(
    (each) => typeof each === 'string',
  )
  const names = await namesOfProcessors(trx, ofMerchant(transaction.merchant_id), ends)
  const nameOf = (processor: string | null) => (processor === null ? null : (names.get(processor) ?? null))
  return {
    ...{ via: wayOf(found), processor: found.processor_id, processor_name: nameOf(found.processor_id) },
    attempts: attempts.map((each) => ({ ...each, processor_name: nameOf(each.processor) })),
    routing: routing?.named ?? null,
    path: way.path,
    ...{ tree_processor: way.end, tree_processor_name: nameOf(way.end) },
    facts,
    ...{ issuer_country: found.facts.issuer_country ?? null, funding: found.facts.funding ?? null },
    token_not_described: problemOf(found),
    rulesets: await hitsOf(trx, actor, transaction),
    three_d_secure: demandOf(found),
    otherwise: way.otherwise && { ...way.otherwise, processor_name: nameOf(way.otherwise.processor) ?? '' },
    names: await namesOfPayers(trx, actor, transaction.merchant_id, idsIn(routing?.tree, facts)),
  }
}

const decisionOf = (trx: Trx, { merchant_id, created_at, id }: StoredTransaction) =>
  trx
    .selectFrom('decision')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('transaction_created_at', '=', created_at)
    .where('transaction_id', '=', id)
    .$castTo<StoredDecision>()
    .executeTakeFirst()

/** The processors that were asked. Empty: no more than one. */
async function attemptsOf(trx: Trx, { merchant_id, created_at, id }: StoredTransaction) {
  const found = await trx
    .selectFrom('payment_attempt')
    .select(['processor_id as processor', 'state', 'reason'])
    .where('merchant_id', '=', merchant_id)
    .where('transaction_created_at', '=', created_at)
    .where('transaction_id', '=', id)
    .orderBy('attempt')
    // A CHECK allows these states only.
    .$castTo<{ processor: string; state: AttemptState; reason: string | null }>()
    .execute()
  return found.length > 1 ? found : []
}

/** The version that decided, and what there is of the routing now. */
async function routingOf(trx: Trx, { merchant_id, routing_id: id, routing_version: version }: StoredDecision) {
  if (id === null || version === null) return null
  const past = await pastVersion(trx, { merchant: merchant_id, id, version })
  if (!past) return null
  const now = await trx
    .selectFrom('routing')
    .select(['name', 'version'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst()
  const { currency_code, details } = past
  const named = { id, version, name: now?.name ?? null, current_version: now?.version ?? null, currency_code }
  return { named, tree: details }
}

/** The facts that a routing was asked with, or would have been. Without a routing, the demand for 3-D Secure stands in its own column alone. */
const factsOf = ({ facts, three_d_secure }: StoredDecision): Facts => ({
  ...factsAsked(facts),
  '3ds': three_d_secure !== null,
})

const noWay = { path: [], end: null, otherwise: null }

/** The way that was written down, and the nearest one to another processor. */
function wayThrough(tree: Branch, { path: text }: StoredDecision, facts: Facts, transaction: string) {
  const path = readPath(text ?? '')
  const end = endOf(
    tree,
    path.map(({ to }) => to),
  )
  const other = otherwise(tree, { processor: end ?? '', path }, facts, lotsOf(transaction))
  return { path: passedBranches(tree, path, facts), end, otherwise: other ?? null }
}

function endOf(tree: Branch, sides: readonly ('then' | 'else')[]): string | null {
  let node: Branch | string = tree
  for (const side of sides) if (typeof node === 'object') node = node[side]
  return typeof node === 'string' ? node : null
}

/** The rulesets that were hit. Their names are for those who may see rulesets. */
async function hitsOf(trx: Trx, actor: Actor, { merchant_id, created_at, id }: StoredTransaction) {
  const hits = await trx
    .selectFrom('validation_ruleset_hit as h')
    .leftJoin('validation_ruleset as r', (join) =>
      join.onRef('r.merchant_id', '=', 'h.merchant_id').onRef('r.id', '=', 'h.ruleset_id'),
    )
    .select(['h.ruleset_id', 'h.version', 'h.name', 'h.action', 'r.version as current_version'])
    .where('h.merchant_id', '=', merchant_id)
    .where('h.transaction_created_at', '=', created_at)
    .where('h.transaction_id', '=', id)
    // As they are asked: tag, block, 3-D Secure.
    .orderBy(sql`array_position(${[...rulesetActions]}::text[], h.action)`)
    .orderBy('h.name')
    .execute()
  const isShown = isAllowed(riskRulesetRoles, actor.roles)
  return hits.map(({ ruleset_id, version, name, action, current_version }) => ({
    ...{ id: ruleset_id, version, ...(isShown ? { name, current_version } : { name: null, current_version: null }) },
    // A constraint of the table permits only these.
    action: action as 'tag' | 'block' | '3dSecure',
  }))
}

// Constraints of the table permit only these.
const wayOf = ({ via }: StoredDecision) => via as NonNullable<Reply>['via']
const problemOf = ({ card_problem }: StoredDecision) => card_problem as NonNullable<Reply>['token_not_described']
const demandOf = ({ three_d_secure }: StoredDecision) => three_d_secure as NonNullable<Reply>['three_d_secure']

/** The cards and customers that conditions and facts name. */
function idsIn(tree: Branch | undefined, facts: KnownFacts): string[] {
  const conditions = tree ? branchesOf(tree).flatMap((branch) => branch.if) : []
  const texts = conditions.filter(({ name }) => ruleTypes[name].kind === 'text').map(({ value }) => value)
  return [...new Set([...texts, facts.card, facts.customer])].filter((each) => typeof each === 'string')
}
