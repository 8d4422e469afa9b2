import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AmountInput } from './amount-input.tsx'
import { type AmountValue, amountIn, amountTyped } from './amount-typed.ts'

describe('an amount as it is typed', () => {
  it.each([
    ['12,50', 'EUR', 'nl', 1250],
    ['12.50', 'EUR', 'nl', 1250],
    ['1.234,56', 'EUR', 'nl', 123456],
    ['1.234', 'EUR', 'nl', 123400],
    ['1,234.5', 'EUR', 'en-US', 123450],
    ['12,5', 'EUR', 'en-US', 1250],
    ['1 234,56', 'EUR', 'nl', 123456],
    ['1000', 'JPY', 'nl', 1000],
    ['1.000', 'JPY', 'nl', 1000],
    ['1,234', 'KWD', 'nl', 1234],
    [',5', 'EUR', 'nl', 50],
    ['0', 'EUR', 'nl', 0],
  ])('%s of %s in %s is %d', (typed, currency, language, amount) => {
    expect(amountTyped(typed, currency, language)).toBe(amount)
  })

  it.each([
    ['12,505', 'EUR', 'nl'],
    ['1,5', 'JPY', 'nl'],
    ['1,2345', 'KWD', 'nl'],
    ['1.23.4', 'EUR', 'nl'],
    ['abc', 'EUR', 'nl'],
    ['-5', 'EUR', 'nl'],
    ['1e3', 'EUR', 'nl'],
    ['99999999999999999', 'EUR', 'nl'],
  ])('%s of %s in %s is refused', (typed, currency, language) => {
    expect(amountTyped(typed, currency, language)).toBe('invalid')
  })

  it('has no value when it is empty', () => {
    expect(amountTyped('  ', 'EUR', 'nl')).toBeNull()
  })
})

describe('amountIn', () => {
  it.each([
    [50_000, 'EUR', 'JPY', 500],
    [500, 'JPY', 'KWD', 500_000],
    [1_250, 'EUR', 'USD', 1_250],
    [1_250, 'EUR', 'JPY', 'invalid'],
    [null, 'EUR', 'JPY', null],
    ['invalid', 'EUR', 'JPY', 'invalid'],
    // Without a currency before, the number is all there is.
    [500, '', 'JPY', 500],
  ] as const)('%s in %s is %s %s', (amount, from, to, then) => expect(amountIn(amount, from, to)).toBe(then))
})

describe('AmountInput', () => {
  const i18n = i18next.createInstance()
  beforeAll(async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    await i18n.init({ lng: 'nl', resources: {} })
  })
  afterEach(cleanup)

  function show(start: AmountValue) {
    const values: AmountValue[] = []
    render(
      <I18nextProvider i18n={i18n}>
        <MantineProvider>
          <Form start={start} onValue={(value) => values.push(value)} />
        </MantineProvider>
      </I18nextProvider>,
    )
    return values
  }

  it('shows its value with the decimals of the currency', () => {
    show(1250)
    expect(screen.getByLabelText('Bedrag')).toHaveProperty('value', '12,50')
  })

  it('leaves what is typed as it is, and tidies it afterwards', () => {
    const values = show(null)
    const input = screen.getByLabelText('Bedrag')
    fireEvent.change(input, { target: { value: '7,5' } })
    expect(values).toEqual([750])
    expect(input).toHaveProperty('value', '7,5')
    fireEvent.blur(input)
    expect(input).toHaveProperty('value', '7,50')
  })

  it('keeps what is no amount, so that it can be mended', () => {
    const values = show(null)
    const input = screen.getByLabelText('Bedrag')
    fireEvent.change(input, { target: { value: '7,5x' } })
    fireEvent.blur(input)
    expect(values).toEqual(['invalid'])
    expect(input).toHaveProperty('value', '7,5x')
  })
})

function Form({ start, onValue }: { start: AmountValue; onValue: (value: AmountValue) => void }) {
  const [value, setValue] = useState<AmountValue>(start)
  return (
    <AmountInput
      label="Bedrag"
      currency="EUR"
      value={value}
      onChange={(next) => {
        onValue(next)
        setValue(next)
      }}
    />
  )
}
