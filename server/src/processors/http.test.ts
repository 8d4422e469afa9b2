import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Connection, NotSent, OutcomeUnknown } from './gateway.ts'
import { send } from './http.ts'

afterEach(() => void vi.unstubAllGlobals())

const connection: Connection = {
  ...{ addresses: { api: 'http://processor.test' }, mode: 'test', credential: {}, timeout_ms: 1_000 },
  onExchange: () => {},
}
/** What becomes of a request whose network fails like this. The network is played, because no machine breaks it on demand. */
const becomes = (cause: Error, url = 'http://processor.test') => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })))
  return send(connection, { method: 'POST', url, headers: {}, body: '{}' }).catch((error) => error)
}
const fault = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall })

describe('a fault of the network', () => {
  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
    'with the code %s proves that nothing left only while the connection is made',
    async (code) => {
      expect(await becomes(fault(code, 'connect'))).toBeInstanceOf(NotSent)
      // The system reports it of a connection that had stood, too: the order may have arrived.
      for (const syscall of ['read', 'write'])
        expect(await becomes(fault(code, syscall))).toBeInstanceOf(OutcomeUnknown)
    },
  )

  it.each(['connect', 'read'])('is told without the words that charge a card (%s)', async (syscall) => {
    const error = await becomes(
      fault('ECONNREFUSED', syscall),
      'http://processor.test/storedPaymentMethods/8415995487234100?shopperReference=customer-1',
    )
    expect(error.message).toContain('POST http://processor.test/storedPaymentMethods/')
    expect(error.message).not.toContain('8415995487234100')
  })

  it('of several addresses proves it only if all of them prove it', async () => {
    const refused = fault('ECONNREFUSED', 'connect')
    expect(await becomes(new AggregateError([refused, refused]))).toBeInstanceOf(NotSent)
    expect(await becomes(new AggregateError([refused, fault('ECONNRESET', 'read')]))).toBeInstanceOf(OutcomeUnknown)
  })
})

it('requests to a gateway that follow each other share connections', async () => {
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'application/json').end('{}'))
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/payments`
  for (let amount = 1; amount <= 10; amount += 1) {
    const body = JSON.stringify({ amount })
    expect((await send(connection, { method: 'POST', url, headers: {}, body })).status).toBe(200)
  }
  server.closeAllConnections()
  server.close()
  // The second one may begin just before the first connection is free.
  expect(connections).toBeLessThanOrEqual(2)
})
