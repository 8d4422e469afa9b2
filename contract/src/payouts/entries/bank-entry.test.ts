import { expect, it } from 'vitest'
import { decideBankEntrySchemas } from './bank-entry.schemas.ts'

const settlement = '01900000-0000-7000-8000-000000000001'
const problemsOf = (given: object) =>
  decideBankEntrySchemas.body
    .safeParse({ reason: 'As the bank says', ...given })
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

it('names the settlement of a debt that is paid, and of nothing else', () => {
  expect(problemsOf({ state: 'DEBT', settlement })).toBeUndefined()
  expect(problemsOf({ state: 'DEBT' })).toEqual(['settlement required'])
  for (const state of ['OWN_MONEY', 'BANK_COST', 'ELSEWHERE']) {
    expect(problemsOf({ state })).toBeUndefined()
    expect(problemsOf({ state, settlement })).toEqual(['settlement not_allowed'])
  }
})
