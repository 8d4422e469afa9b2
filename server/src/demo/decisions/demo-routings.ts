import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import type { Branch, Node } from '@kontor/contract/decisions/routings/tree.rules'

/** The merchant's card processors: the first one takes what no routing decides. */
export type CardProcessors = readonly [string, string, string]

export interface DemoRouting {
  name: string
  shops: readonly string[]
  /** The trees of its versions, the first one first. Each names all three processors. */
  versions: readonly { made_days_ago: number; tree: (processors: CardProcessors) => Branch }[]
}

/** Card processors besides the first one, each with an account of its own at the sandbox, which knows the tokens of all. */
export const furtherCardProcessors: Readonly<Record<string, readonly [string, string]>> = {
  Bloom: ['Rijnpay kaarten', 'Noordbank kaarten'],
  Harbour: ['Rijnpay kaarten', 'Noordbank kaarten'],
}

// biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
const branch = (id: string, asked: Condition, yes: Node, no: Node): Branch => ({ id, if: [asked], then: yes, else: no })
const is = (name: Condition['name'], operator: Condition['operator'], value: Condition['value']): Condition => ({
  ...{ name, operator, value },
})

const amexTo = (yes: Node, no: Node): Branch => branch('amex', is('card_brand', '==', 'amex'), yes, no)

export const demoRoutings: Readonly<Record<string, readonly DemoRouting[]>> = {
  Bloom: [
    {
      ...{ name: 'Kaarten België en zakelijk', shops: ['Bloom België', 'Bloom for Business'] },
      versions: [
        {
          made_days_ago: 90,
          tree: ([first, second, third]) => branch('hoog', is('amount', '>=', 10_000), third, amexTo(second, first)),
        },
        {
          made_days_ago: 33,
          tree: ([first, second, third]) => {
            const trial = branch('proef', is('random', '<', 30), second, first)
            return branch('hoog', is('amount', '>=', 10_000), third, amexTo(second, trial))
          },
        },
      ],
    },
    {
      ...{ name: 'Kaarten Duitsland', shops: ['Bloom Deutschland'] },
      versions: [
        {
          made_days_ago: 90,
          tree: ([first, second, third]) =>
            branch('land', is('country_code', '==', 'DE'), second, branch('3ds', is('3ds', '==', true), third, first)),
        },
      ],
    },
  ],
  Harbour: [
    {
      ...{ name: 'Kaarten overtochten', shops: ['Harbour Ferries', 'Harbour Gift Cards'] },
      versions: [
        {
          made_days_ago: 90,
          tree: ([first, second, third]) => {
            const byBrand = branch('merk', is('card_brand', '==', 'mastercard'), second, first)
            return branch('klant', is('customer_status', '==', 'UNVERIFIED'), third, byBrand)
          },
        },
      ],
    },
  ],
}
