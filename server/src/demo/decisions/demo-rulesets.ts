import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'

export interface DemoRuleset {
  name: string
  action: RulesetAction
  rules: readonly Condition[]
  /** The text of the tag that it puts on. */
  tag?: string
  /** Absent: it is asked about every shop of the merchant. */
  shop?: string
  /** When it was switched off, days ago. Absent: it is on. */
  off_days_ago?: number
  /** When it was made. Absent: as long ago as decisions are kept. */
  made_days_ago?: number
}

const is = (name: Condition['name'], operator: Condition['operator'], value: Condition['value']): Condition => ({
  ...{ name, operator, value },
})

/** The rulesets of merchants. They leave most payments alone, because a demo is for trying other things too. */
export const demoRulesets: Readonly<Record<string, readonly DemoRuleset[]>> = {
  Bloom: [
    {
      ...{ name: 'Zending naar het Verenigd Koninkrijk', action: 'tag', tag: 'export' },
      rules: [is('country_code', '==', 'GB')],
    },
    {
      ...{ name: 'Grote zakelijke bestelling', action: 'tag', tag: 'groothandel', shop: 'Bloom for Business' },
      rules: [is('amount', '>=', 15_000)],
    },
    { name: 'Boven € 50.000', action: 'block', rules: [is('amount', '>=', 5_000_000)] },
    // It did harm, so it was switched off again.
    {
      ...{ name: 'Buiten Nederland', action: 'block', shop: 'Bloom Nederland', made_days_ago: 9, off_days_ago: 6 },
      rules: [is('country_code', '!=', 'NL')],
    },
    {
      ...{ name: 'Duitse webshop vanaf € 25', action: '3dSecure', shop: 'Bloom Deutschland' },
      rules: [is('amount', '>=', 2_500)],
    },
  ],
  Harbour: [
    {
      ...{ name: 'Onbekende klant met dure overtocht', action: 'tag', tag: 'telefonisch besteld' },
      rules: [is('customer_status', 'IN', ['UNVERIFIED', 'AUTO_UNVERIFIED']), is('amount', '>=', 12_000)],
    },
    {
      ...{ name: 'Cadeaubon uit het buitenland', action: 'block', shop: 'Harbour Gift Cards' },
      rules: [is('country_code', 'NOT_IN', ['NL', 'BE', 'DE']), is('amount', '>=', 5_000)],
    },
    {
      ...{ name: 'Overtocht vanaf € 75', action: '3dSecure', shop: 'Harbour Ferries' },
      rules: [is('amount', '>=', 7_500)],
    },
  ],
}
