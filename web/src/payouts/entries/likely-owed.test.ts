import { expect, test } from 'vitest'
import { likelyOwed } from './likely-owed.ts'

const debt = (owed: number) => ({ owed: String(owed) })
const invoice = (outstanding: number, is_named = false) => ({ outstanding: String(outstanding), is_named })

test('an entry pays the invoice that it names, whatever else has its amount', () => {
  expect(likelyOwed(100, [debt(100)], [invoice(500), invoice(300, true)])).toEqual({ invoice: invoice(300, true) })
})

test('one that names none pays the only invoice or debt of exactly its amount', () => {
  expect(likelyOwed(100, [debt(100)], [invoice(500)])).toEqual({ debt: debt(100) })
  expect(likelyOwed(100, [debt(200)], [invoice(500), invoice(100)])).toEqual({ invoice: invoice(100) })
})

test('nothing is chosen where nothing or more than one thing fits', () => {
  expect(likelyOwed(100, [debt(200)], [invoice(500)])).toEqual({})
  expect(likelyOwed(100, [debt(100)], [invoice(100)])).toEqual({})
  expect(likelyOwed(100, [debt(100), debt(100)], [])).toEqual({})
  expect(likelyOwed(100, [], [invoice(300, true), invoice(400, true)])).toEqual({})
})
