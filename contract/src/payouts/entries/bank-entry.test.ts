import { expect, it } from 'vitest'
import { decideBankEntrySchemas } from './bank-entry.schemas.ts'

const settlement = '01900000-0000-7000-8000-000000000001'
const invoice = '01900000-0000-7000-8000-000000000002'
const problemsOf = (given: object) =>
  decideBankEntrySchemas.body
    .safeParse({ reason: 'As the bank says', ...given })
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

it('names the settlement or the invoice that is paid, one of them, and neither of anything else', () => {
  expect(problemsOf({ state: 'DEBT', settlement })).toBeUndefined()
  expect(problemsOf({ state: 'DEBT', invoice })).toBeUndefined()
  expect(problemsOf({ state: 'DEBT' })).toEqual(['settlement required', 'invoice required'])
  expect(problemsOf({ state: 'DEBT', settlement, invoice })).toEqual(['invoice not_allowed'])
  for (const state of ['OWN_MONEY', 'BANK_COST', 'ELSEWHERE']) {
    expect(problemsOf({ state })).toBeUndefined()
    expect(problemsOf({ state, settlement })).toEqual(['settlement not_allowed'])
    expect(problemsOf({ state, invoice })).toEqual(['invoice not_allowed'])
  }
})
