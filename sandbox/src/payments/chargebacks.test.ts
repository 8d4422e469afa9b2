import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKey, followUp, type Harness, newReference, startHarness } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

let sandbox: Harness
beforeAll(async () => {
  sandbox = await startHarness({ SANDBOX_DISPUTE_FOR_MS: '50' })
})
afterAll(() => sandbox.stop())

const newsOf = (id: string) =>
  sandbox.receiver.received.filter((news) => news.type === 'chargeback' && news.data.id === id)
const statuses = (id: string) => newsOf(id).map((news) => news.data.status)
const becomes = (id: string, status: string) => until(async () => statuses(id).includes(status) || undefined)

async function opened() {
  const { id } = await sandbox.pay({ card_token: 'test_chargeback' })
  const news = await until(async () =>
    sandbox.receiver.received.find(({ type, data }) => type === 'chargeback' && data.payment_id === id),
  )
  return String(news.data.id)
}
const accept = (id: string, body: object = followUp()) => sandbox.post(`/v1/chargebacks/${id}/accept`, body)
const dispute = (id: string, more: object = {}) =>
  sandbox.post(`/v1/chargebacks/${id}/dispute`, { ...followUp(), evidence: [], ...more })
async function handIn(
  id: string,
  content = '%PDF-1.7 a receipt',
  type = 'application/pdf',
  reference = newReference(),
) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': type, 'x-file-name': 'bon%20%E2%82%AC.pdf' }
  const address = `${sandbox.url}/v1/chargebacks/${id}/evidence/${reference}`
  const { status } = await fetch(address, { method: 'PUT', headers, body: content })
  return { status, reference }
}
const passDays = (days: number) => sandbox.post('/v1/clock', { passed_ms: days * 86_400_000 })

describe('an answer to a chargeback', () => {
  it('accepts: LOST at once, and once however often it is asked', async () => {
    const id = await opened()
    const body = followUp()
    const first = await accept(id, body)
    expect(first).toMatchObject({ http: 200, kind: 'accept', status: 'LOST', chargeback_id: id })
    expect(await accept(id, body)).toEqual(first)
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ kind: 'accept', status: 'LOST' })
    await becomes(id, 'LOST')
    expect(statuses(id)).toEqual(['OPEN', 'LOST'])
    expect(await dispute(id)).toMatchObject({ http: 422, code: 'not_possible_now' })
  })

  it.each([
    ['with evidence', true, 'The receipt', 'WON'],
    ['without', false, 'The receipt', 'LOST'],
    ['with evidence that the explanation calls losing', true, 'losing_evidence', 'LOST'],
  ])('disputes %s', async (_, isHandedIn, explanation, verdict) => {
    const id = await opened()
    const evidence = isHandedIn ? [(await handIn(id)).reference] : []
    expect(await dispute(id, { explanation, evidence })).toMatchObject({ http: 200, status: 'IN_DISPUTE' })
    await becomes(id, verdict)
    expect(statuses(id)).toEqual(['OPEN', 'IN_DISPUTE', verdict])
  })

  it('takes the same evidence twice, no other under its reference, and nothing else than pictures and PDF', async () => {
    const id = await opened()
    const { reference } = await handIn(id)
    expect((await handIn(id, undefined, undefined, reference)).status).toBe(200)
    expect((await handIn(id, '%PDF-1.7 another', undefined, reference)).status).toBe(409)
    expect((await handIn(id, '<script>', 'text/html')).status).toBe(415)
    expect(await dispute(id, { evidence: [newReference()] })).toMatchObject({ http: 422, code: 'unknown_evidence' })
  })

  it('takes one from before it on trust, and reports under the reference of the answer', async () => {
    const id = `prior_${newReference()}`
    const payment = { id: `prior_${newReference()}`, amount: 9_000, merchant_reference: 'Order 1' }
    const { reference } = await handIn(id)
    const body = { ...followUp(), payment, evidence: [reference] }
    expect(await sandbox.post(`/v1/chargebacks/${id}/dispute`, body)).toMatchObject({ status: 'IN_DISPUTE' })
    await becomes(id, 'WON')
    expect(newsOf(id).map((news) => news.data.reference)).toEqual([body.reference, body.reference])
    expect(await accept('chb_unknown')).toMatchObject({ http: 422, code: 'unknown_chargeback' })
  })

  it('is too late after the last day: whoever said nothing has lost', async () => {
    const id = await opened()
    await passDays(14)
    expect(statuses(id)).toEqual(['OPEN'])
    await passDays(2)
    await becomes(id, 'LOST')
    const later = await opened()
    const { data } = newsOf(later)[0] ?? { data: {} }
    const inDays = (Date.parse(String(data.respond_by)) - Date.now()) / 86_400_000
    expect(Math.round(inDays)).toBeGreaterThanOrEqual(29)
  })
})
