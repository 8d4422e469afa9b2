import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CodeField, isCode } from './code-field.tsx'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)

describe('the field of a code', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    [' 12-34-56 ', '123456'],
    ['1234567890', '123456'],
    ['a1b2c3', '123'],
    ['', ''],
    ['١٢٣٤٥٦', ''],
  ])('makes of %j the code %j', (typed, code) => {
    render(<Field />)
    fireEvent.change(field(), { target: { value: 'x' } })
    fireEvent.change(field(), { target: { value: typed } })
    expect(field().value).toBe(code)
  })

  it('asks a phone for digits, and lets the browser fill it from a message', () => {
    render(<Field />)
    expect(field().inputMode).toBe('numeric')
    expect(field().autocomplete).toBe('one-time-code')
  })

  it('is marked as wrong, in words that belong to it', () => {
    render(<Field error="This code is wrong" />)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    const described = document.getElementById(field().getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toContain('This code is wrong')
  })

  it.each([
    ['123456', true],
    ['12345', false],
    ['1234567', false],
    ['12345a', false],
    ['', false],
  ])('%j is complete: %s', (text, complete) => expect(isCode(text)).toBe(complete))
})

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })

function Field({ error }: { error?: string }) {
  const [code, setCode] = useState('')
  return (
    <MantineProvider env="test">
      <CodeField label="Code" value={code} onChange={setCode} error={error} />
    </MantineProvider>
  )
}
