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

function Said({ section, value }: { section: TextSection | readonly TextSection[]; value: string }) {
  const textOf = useKnownText()
  return <p>{textOf(section, value, 'in other words')}</p>
}
