import type { RuleName } from '@kontor/contract/decisions/conditions/condition.rules'
import { problemsOfCondition } from '@kontor/contract/decisions/conditions/condition-problems'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { useConditionWords } from './condition-words.ts'

const { show } = stage()

function Told({ text }: { text: (words: ReturnType<typeof useConditionWords>) => string }) {
  return <output>{text(useConditionWords())}</output>
}

const told = async (text: (words: ReturnType<typeof useConditionWords>) => string) => {
  show(<Told text={text} />)
  return (await screen.findByRole('status')).textContent
}

test('after “if”, a share of payments is a clause with a verb', async () => {
  const share = { name: 'random', operator: '<', value: 30 } as const
  expect(await told(({ clauseText }) => clauseText(share, { currency: 'EUR' }))).toBe(
    'the payment is among the 30% that are picked at random here',
  )
})

test.each<[RuleName, unknown, string]>([
  ['amount', -500, 'Enter an amount of 0 or more'],
  ['amount', 'invalid', 'Enter an amount of 0 or more'],
  ['random', 'invalid', 'Enter a number from 0 to 100'],
  ['random', -1, 'Enter a number from 0 to 100'],
])('of a %s of %s it is said which are allowed', async (name, value, text) => {
  const [problem] = problemsOfCondition({ name, operator: '>', value }, 'routing')
  expect(await told(({ problemText }) => problemText(name, problem?.reason ?? ''))).toBe(text)
})
