import { addEvidenceEndpoint, readEvidenceEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { loginEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { activateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { captureTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { listSavedViewsEndpoint } from '@kontor/contract/platform/saved-view.endpoints'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, call, onSessionEnded } from './api-client.ts'
import { setScope } from './scope.ts'

const server = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const id = '0199-a'
const body = { username: 'a@b.nl', password: 'secret' }

beforeEach(() => {
  server.mockReset()
  // Whether the server is there is asked by its start page (connection.ts), also by a test of another file that lost it.
  const isThere = () => Promise.resolve(new Response('<script type="module" src="/src/main.tsx"></script>'))
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => (address === '/' ? isThere() : server(address, init)))
})
afterEach(() => setScope({}))

describe('the address of a call', () => {
  it('is narrowed to the merchant that is looked at, but not where it is about the person who looks or the provider', () => {
    setScope({ merchant: 'm1' })
    const { list } = entityEndpoints(transaction)
    expect(addressOf(list, { query: { status: 'DONE' } })).toBe('/v1/transaction?status=DONE&merchant=m1')
    expect(addressOf(list, { scope: {} })).toBe('/v1/transaction')
    expect(addressOf(captureTransactionEndpoint, { params: { id } })).toContain('merchant=m1')
    expect(addressOf(activateMerchantEndpoint, { params: { id } })).not.toContain('merchant=')
    expect(addressOf(listSavedViewsEndpoint, { query: { list: '/customers' } })).not.toContain('merchant')
    expect(addressOf(loginEndpoint)).toBe('/v1/auth/login')
  })

  it('has each parameter in its place, whatever is in it', () => {
    const params = { id, evidence: 'a/b?c' }
    expect(addressOf(readEvidenceEndpoint, { params })).toBe('/v1/chargeback/0199-a/evidence/a%2Fb%3Fc')
    expect(() => addressOf(readEvidenceEndpoint, { params: { id, evidence: '' } })).toThrow('needs evidence')
  })
})

describe('a call', () => {
  it('gives the answer, or null where there is none', async () => {
    server.mockResolvedValueOnce(Response.json([{ id }]))
    expect(await call(entityEndpoints(transaction).list)).toEqual([{ id }])
    server.mockResolvedValueOnce(new Response(null, { status: 204 }))
    expect(await call(captureTransactionEndpoint, { params: { id }, body: {}, key: 'k' })).toBeNull()
    const [, init] = server.mock.calls[1] ?? []
    expect(init).toMatchObject({ method: 'POST', body: '{}', headers: { 'idempotency-key': 'k' } })
  })

  it('sends a file as it is, under its own type', async () => {
    server.mockResolvedValue(Response.json({}))
    const file = new File(['%PDF'], 'a.pdf', { type: 'application/pdf' })
    await call(addEvidenceEndpoint, { params: { id }, body: file })
    const [, init] = server.mock.calls[0] ?? []
    expect(init?.body).toBe(file)
    expect(init?.headers).toEqual({ 'content-type': 'application/pdf' })
  })

  it('hands a file over unread, and says of a session when it is over, but not to who signs in', async () => {
    const ended = vi.fn()
    onSessionEnded(ended)
    server.mockResolvedValueOnce(new Response('a;b'))
    expect(await (await call(entityEndpoints(transaction).export)).text()).toBe('a;b')
    server.mockImplementation(async () => Response.json({ code: 'unauthenticated' }, { status: 401 }))
    await expect(call(loginEndpoint, { body })).rejects.toThrow('unauthenticated')
    expect(ended).not.toHaveBeenCalled()
    await expect(call(entityEndpoints(transaction).count)).rejects.toThrow('unauthenticated')
    expect(ended).toHaveBeenCalledOnce()
  })

  it('does not compile with what the endpoint does not take or give', () => {
    const never = async () => {
      // @ts-expect-error: the path has a parameter
      await call(activateMerchantEndpoint)
      // @ts-expect-error: the endpoint has a body
      await call(loginEndpoint)
      // @ts-expect-error: the body has other fields
      await call(loginEndpoint, { body: { name: 'a' } })
      // @ts-expect-error: the name of the list is required
      await call(listSavedViewsEndpoint)
      // @ts-expect-error: the body is a file, not an object
      await call(addEvidenceEndpoint, { params: { id }, body: { name: 'a' } })
      const views = await call(listSavedViewsEndpoint, { query: { list: '/customers' } })
      // @ts-expect-error: a view has no such field
      return views[0]?.nothing
    }
    expect(never).toBeInstanceOf(Function)
  })
})
