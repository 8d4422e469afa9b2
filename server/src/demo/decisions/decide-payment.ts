import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import { type Route, route, writePath } from '@kontor/contract/decisions/routings/tree.rules'
import { factsOf, knownFacts } from '../../decisions/facts/facts-of.ts'
import { lotsOf } from '../../decisions/lots.ts'
import { holdAll } from '../../decisions/rulesets/judge.ts'
import type { Place } from '../structure.ts'
import type { Loader } from '../trade/copy.ts'
import type { Authentication, Payment } from '../trade/payment-rows.ts'
import { type Random, seeded } from '../trade/random.ts'
import { day } from '../trade/seasons.ts'
import { type Step, tellStory } from '../trade/story.ts'
import {
  type Configuration,
  configurationOf,
  decisionDays,
  type PlacedRouting,
  type PlacedRuleset,
} from './configuration.ts'

export type Undecided = Omit<Payment, 'id' | 'processor' | 'authentication'>

/**
 * Decides about the payments of a merchant as the engine would have, by the same functions: whether a ruleset blocks or tags
 * them, which processor they go to, and what 3-D Secure does to them.
 */
export class PaymentDecisions {
  readonly #loader: Loader
  readonly #place: Place
  readonly #since: number
  readonly #configuration: Configuration
  // A stream of its own: the payments are the same with and without decisions.
  readonly #random: Random

  constructor(loader: Loader, place: Place, now: number) {
    this.#loader = loader
    this.#place = place
    this.#since = now - decisionDays * day
    this.#configuration = configurationOf(place, now)
    this.#random = seeded(`kontor/${place.merchant.name}/authentications`)
  }

  /** The payment with its id, its processor and what rulesets do to it. Those from before decisions go to the first processor. */
  decided(payment: Undecided, id: string, write: (payment: Payment) => void): void {
    const first = this.#place.processors.get(payment.product) ?? null
    const at = payment.steps[0]?.at ?? 0
    if (at < this.#since) {
      write({ ...payment, id, processor: payment.blocked ? null : first, authentication: untold })
      return
    }
    const facts = this.#factsOf(payment)
    const hits = this.#hitsOf(payment, facts, id, at)
    const isBlocked = hits.some(({ action }) => action === 'block')
    const demand = isBlocked ? null : demandOf(payment, hits)
    const way = isBlocked ? null : this.#wayOf(payment, { ...facts, '3ds': demand !== null }, id, at)
    const processor = isBlocked ? null : (way?.processor ?? first)
    const told = isBlocked ? blocked(payment) : this.#authenticated(payment, demand, processor)
    const tags = [...new Set([...payment.tags, ...hits.flatMap(({ tag }) => this.#tagOf(tag))])]
    write({ ...payment, ...told, tags, id, processor: told.blocked ? null : processor })
    this.#writeDecision({ id, at, facts, way, demand, hits, processor })
  }

  #factsOf({ amount, shop, customer, card, country, place }: Undecided): Facts {
    return factsOf({
      ...{ amount, currency_code: shop.currency, country_code: country, mcc: shop.mcc ?? place.mcc },
      recurring_type: place.merchant.trade === 'membership' && card?.id && customer ? 'subsequent' : null,
      customer,
      card: card?.id ?? null,
      described: card ?? undefined,
    })
  }

  #hitsOf({ shop }: Undecided, facts: Facts, id: string, at: number): PlacedRuleset[] {
    return this.#configuration.rulesets.filter(
      (each) =>
        (each.shop === undefined || each.shop === shop.name) &&
        each.at <= at &&
        at < each.until &&
        // Without a rate of that day, an amount in another currency is missing.
        holdAll(each.rules, shop.currency === 'EUR' ? facts : { ...facts, amount: null }, () => lotsOf(id)(each.id)),
    )
  }

  #wayOf({ shop, product }: Undecided, facts: Facts, id: string, at: number): Way | null {
    const routing = this.#configuration.routings.find(({ shops }) => product === 'card' && shops.includes(shop.name))
    const version = routing?.versions.findLastIndex((each) => each.at <= at) ?? -1
    const tree = routing?.versions[version]?.tree
    return routing && tree ? { routing, version: version + 1, facts, ...route(tree, facts, lotsOf(id)) } : null
  }

  #tagOf(text: string | undefined): string[] {
    const tag = text === undefined ? undefined : this.#place.tagByText.get(text)
    return tag === undefined ? [] : [tag]
  }

  /** How the payer was authenticated, which may end a payment that would have been approved. */
  #authenticated(payment: Undecided, demand: Demand, processor: string | null) {
    const { product, blocked, steps } = payment
    if (product !== 'card' || blocked) return { steps, blocked, authentication: untold }
    const random = this.#random
    const isApproved = steps.some(({ status }) => status === 'AUTHORIZED')
    if (demand !== 'required') {
      const three_d_secure = isApproved ? random.weighted({ NOT_TRIED: 6, AUTHENTICATED: 3, ATTEMPTED: 1 }) : null
      return { steps, blocked, authentication: { three_d_secure, challenged: three_d_secure === 'AUTHENTICATED' } }
    }
    // The third processor does not always do as it is told.
    if (isApproved && processor === this.#place.furtherCards[1] && random.chance(0.35))
      return { steps, blocked, authentication: { three_d_secure: 'NOT_HONOURED' as const, challenged: false } }
    if (!isApproved) return { steps, blocked, authentication: { three_d_secure: null, challenged: true } }
    const end = random.weighted({ AUTHENTICATED: 78, ATTEMPTED: 10, declined: 8, abandoned: 4 })
    if (end === 'AUTHENTICATED' || end === 'ATTEMPTED')
      return { steps, blocked, authentication: { three_d_secure: end, challenged: end === 'AUTHENTICATED' } }
    const story = tellStory(random, product, steps[0]?.at ?? 0, false, end)
    const ended = end === 'declined' ? story.steps.map(refusedByBank) : story.steps
    return { steps: ended, blocked, authentication: { three_d_secure: null, challenged: true } }
  }

  #writeDecision({ id, at, facts, way, demand, hits, processor }: Decided): void {
    const key = [this.#place.id, new Date(at).toISOString(), id] as const
    const via = processor === null ? 'blocked' : way ? 'tree' : 'position'
    this.#loader.add('decision', [
      ...[...key, via, processor],
      ...[way?.routing.id ?? null, way?.version ?? null, way && writePath(way.path)],
      ...[JSON.stringify(knownFacts(facts, {}, way?.facts)), demand],
    ])
    for (const { id: ruleset, name, action, tag } of hits)
      this.#loader.add('validation_ruleset_hit', [...key, ruleset, 1, name, action, this.#tagOf(tag)[0] ?? null])
  }
}

type Demand = 'required' | 'impossible' | null
type Way = Route & { routing: PlacedRouting; version: number; facts: Facts }

interface Decided {
  id: string
  at: number
  facts: Facts
  way: Way | null
  demand: Demand
  hits: readonly PlacedRuleset[]
  processor: string | null
}

const untold: Authentication = { three_d_secure: null, challenged: false }

function demandOf({ product, terminal }: Undecided, hits: readonly PlacedRuleset[]): Demand {
  if (product !== 'card' || !hits.some(({ action }) => action === '3dSecure')) return null
  return terminal === null ? 'required' : 'impossible'
}

/** A ruleset ends it before any processor is called. */
function blocked({ steps }: Undecided) {
  const [first] = steps
  if (!first) return { steps, blocked: true, authentication: untold }
  const end: Step = { at: first.at + 40, status: 'CANCELLED', reason: 'ruleset', actor: 'system' }
  return { steps: [first, end], blocked: true, authentication: untold }
}

const refusedByBank = (step: Step): Step =>
  step.status === 'DECLINED' ? { ...step, reason: 'authentication_failed' } : step
