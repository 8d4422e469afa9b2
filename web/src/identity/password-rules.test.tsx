import { defaultPasswordPolicy, readRequirements, writeRequirements } from '@kontor/contract/identity/password.rules'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PasswordRules } from './password-rules.tsx'

const i18n = createInstance()
beforeAll(async () => {
  await i18n.init({ lng: 'en-US', resources: {} })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)

const lax = { length: 8, number: true, uppercase: false, lowercase: false, special: false }

describe('the requirements of an address', () => {
  it('are read back as they were written, without signs that an address would bend', () => {
    expect(writeRequirements(lax)).toMatch(/^[\w-]+$/)
    expect(readRequirements(writeRequirements(lax))).toEqual(lax)
    expect(readRequirements(btoa('{"length":6}')).length).toBe(6)
  })

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['no base64', '%%%'],
    ['no JSON', btoa('length=8')],
    ['no object', btoa('12')],
    ['null', btoa('null')],
    ['a list', btoa('[]')],
    ['without a length', btoa('{"number":true}')],
    ['of other kinds', btoa('{"length":"8","number":1}')],
    ['of no length', btoa('{"length":0}')],
    ['with unknown rules', btoa('{"length":8,"emoji":true}')],
  ])('fall back to the default where they are %s', (_, text) => {
    expect(readRequirements(text)).toEqual(defaultPasswordPolicy)
  })
})

describe('the list of rules', () => {
  it('shows the rules that are asked for, and which of them are met', () => {
    const { rerender } = render(<Rules password="abc" />)
    expect(met()).toEqual([false, false])
    rerender(<Rules password="abcdefgh" />)
    expect(met()).toEqual([true, false])
    rerender(<Rules password="abcdefg1" />)
    expect(met()).toEqual([true, true])
  })
})

const met = () => screen.getAllByRole('listitem').map((item) => item.textContent?.includes('rule_met'))

function Rules({ password }: { password: string }) {
  return (
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <PasswordRules password={password} policy={lax} />
      </MantineProvider>
    </I18nextProvider>
  )
}
