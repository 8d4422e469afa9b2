import type { Branch } from '@kontor/contract/decisions/routings/tree.rules'
import type { Place } from '../structure.ts'
import { seeded } from '../trade/random.ts'
import { day } from '../trade/seasons.ts'
import { type DemoRouting, demoRoutings } from './demo-routings.ts'
import { type DemoRuleset, demoRulesets } from './demo-rulesets.ts'

/** How long decisions are there, in days. */
export const decisionDays = 90

export interface PlacedRouting extends Omit<DemoRouting, 'versions'> {
  id: string
  /** The oldest first. */
  versions: readonly { at: number; tree: Branch }[]
}

export interface PlacedRuleset extends DemoRuleset {
  id: string
  at: number
  until: number
}

export interface Configuration {
  routings: readonly PlacedRouting[]
  rulesets: readonly PlacedRuleset[]
}

/** The routings and rulesets of a merchant, with their ids and their times. It is the same whenever it is asked. */
export function configurationOf({ merchant, processors, furtherCards }: Place, now: number): Configuration {
  const random = seeded(`kontor/${merchant.name}/decisions`)
  const first = processors.get('card')
  const [second, third] = furtherCards
  const routings = (demoRoutings[merchant.name] ?? []).flatMap(({ versions, ...routing }) => {
    if (first === undefined || second === undefined || third === undefined) return []
    const placed = versions.map(({ made_days_ago, tree }) => ({
      at: now - made_days_ago * day,
      tree: tree([first, second, third]),
    }))
    return [{ ...routing, id: random.id(placed[0]?.at ?? now), versions: placed }]
  })
  const rulesets = (demoRulesets[merchant.name] ?? []).map((ruleset) => {
    const at = now - (ruleset.made_days_ago ?? decisionDays) * day
    const until = ruleset.off_days_ago === undefined ? Number.POSITIVE_INFINITY : now - ruleset.off_days_ago * day
    return { ...ruleset, id: random.id(at), at, until }
  })
  return { routings, rulesets }
}
