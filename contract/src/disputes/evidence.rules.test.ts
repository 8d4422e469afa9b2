import { expect, test } from 'vitest'
import { chargebackReasons } from '../statuses/status-reasons.ts'
import { evidenceKinds, evidenceWanted } from './evidence.rules.ts'

test('a payer who did not get the goods is answered with the delivery, whichever scheme says so', () => {
  for (const code of ['13.1', '4855', 'C08', 'INR', 'KL01']) expect(evidenceWanted(null, code)[0]).toBe('delivery')
})

test('a payer who did not pay is answered with the authentication', () => {
  for (const code of ['10.4', '4837', 'F29']) expect(evidenceWanted(null, code)[0]).toBe('strong_authentication')
})

test('the code of the scheme counts for more than the word of the processor', () => {
  expect(evidenceWanted('fraud_card_absent', '13.1')[0]).toBe('delivery')
  expect(evidenceWanted('goods_not_received', 'not in any table')[0]).toBe('delivery')
})

test('every reason that processors give asks for something, and so does one that nobody knows', () => {
  for (const reason of chargebackReasons) expect(evidenceWanted(reason, null).length).toBeGreaterThan(2)
  expect(evidenceWanted(null, null)).toEqual(['receipt', 'delivery', 'contact'])
})

test('every kind of evidence is asked for by some reason', () => {
  const codes = ['10.4', '4863', '11.3', '13.1', '13.3', '13.2', '13.6', '12.6', 'MD01']
  const asked = new Set(codes.flatMap((code) => evidenceWanted(null, code)))
  expect(evidenceKinds.filter((kind) => !asked.has(kind))).toEqual([])
})
