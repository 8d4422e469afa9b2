import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { type TextSection, useKnownText } from './known-text.ts'

const { show } = stage()

it('says a value by the text of its section, or of the next one that has it', async () => {
  show(
    <>
      <Said section="payments.operation" value="capture" />
      <Said section="fields:card_brand" value="visa" />
      <Said section={['form_validation', 'errors']} value="merchant_inactive" />
    </>,
  )
  expect(await screen.findByText('Capture')).toBeDefined()
  expect(screen.getByText('Visa')).toBeDefined()
  expect(screen.getByText('The merchant is not active.')).toBeDefined()
})

it.each(['of_a_newer_server', '', 'form', 'a.b:c'])('says the given words, never a key, for "%s"', async (value) => {
  show(<Said section="links" value={value} />)
  expect(await screen.findByText('in other words')).toBeDefined()
})

it('puts the values that a text holds into it', async () => {
  show(<Said section="pricing.charged.kept" value="too_few" count={30} />)
  expect(await screen.findByText('Keeps its price: there are fewer than 30 to go by.')).toBeDefined()
})

interface SaidProps {
  section: TextSection | readonly TextSection[]
  value: string
  count?: number
}

function Said({ section, value, ...holds }: SaidProps) {
  const textOf = useKnownText()
  return <p>{textOf(section, value, 'in other words', holds)}</p>
}
