import { expect, it } from 'vitest'
import { loggedError } from './logged-error.ts'

it('an error of the database is logged without the values of the row that it is about', () => {
  const refused = Object.assign(new Error('new row violates check constraint "amount_check"'), {
    ...{ code: '23514', detail: 'Failing row contains (anna@example.org, NL91ABNA0417164300).', where: 'line 1' },
  })
  const logged = loggedError(new TypeError('not written', { cause: refused }))
  expect(logged).toMatchObject({ type: 'TypeError', message: 'not written' })
  expect(JSON.stringify(logged)).toContain('amount_check')
  expect(JSON.stringify(loggedError(refused))).toContain('23514')
  for (const each of [logged, loggedError(refused)]) expect(JSON.stringify(each)).not.toContain('anna@example.org')
})

it('what is thrown and is no error is logged as text', () => {
  expect(loggedError('gone')).toMatchObject({ message: 'gone' })
})
