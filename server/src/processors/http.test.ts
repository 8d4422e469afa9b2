import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Connection, type Exchange, NoAnswer, NotAnswerable, NotSent, OutcomeUnknown } from './gateway.ts'
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

describe('a reply', () => {
  const reading = (answer: Response, noteReply?: () => string) => {
    vi.stubGlobal('fetch', async () => answer)
    const exchanges: Exchange[] = []
    const to = { ...connection, onExchange: (exchange: Exchange) => void exchanges.push(exchange) }
    const sent = { method: 'GET', url: 'http://processor.test', headers: {}, ...(noteReply && { noteReply }) }
    return { exchanges, reply: send(to, sent) }
  }

  it('that is too long is an answer that cannot be read, but no page of a proxy is', async () => {
    const long = 'x'.repeat(1_000_001)
    await expect(reading(new Response(long)).reply).rejects.toBeInstanceOf(NotAnswerable)
    await expect(reading(new Response(long, { status: 502 })).reply).rejects.toBeInstanceOf(NoAnswer)
  })

  it.each([
    ['{"message":"the key AQEy/canary+1 is refused","account":["Shop",1]}'],
    ['{"message":"the key AQEy\\/canary+1 is refused","account":["Shop",1]}'],
    ['{"message":"the key AQEy/canary\\u002b1 is refused","account":["Shop",1]}'],
    ['the key AQEy/canary+1 is refused'],
  ])(
    'that repeats a secret of the credential, however JSON writes it, is read and recorded without it: %s',
    async (text) => {
      vi.stubGlobal('fetch', async () => new Response(text))
      const exchanges: Exchange[] = []
      const onExchange = (exchange: Exchange) => void exchanges.push(exchange)
      const to = { ...connection, secrets: ['AQEy/canary+1'], onExchange }
      const { body } = await send(to, { method: 'GET', url: 'http://processor.test', headers: {} })
      const isJson = text.startsWith('{')
      expect(body).toEqual(isJson ? { message: 'the key ••• is refused', account: ['Shop', 1] } : undefined)
      expect(exchanges).toMatchObject([{ response_body: expect.stringContaining('the key ••• is refused') }])
      expect(JSON.stringify(exchanges)).not.toContain('canary')
    },
  )

  it('about other payments is recorded by its note alone, whatever its form, and not at all where the note fails', async () => {
    const noted = reading(new Response('{"data": "of another payer"}'), () => '')
    await noted.reply
    expect(noted.exchanges).toMatchObject([{ response_body: '' }])
    const failed = reading(new Response('of another payer'), () => expect.unreachable())
    await failed.reply.catch(() => undefined)
    expect(failed.exchanges).toMatchObject([{ response_body: '' }])
  })
})

describe('a gateway that lets every call wait in vain', () => {
  const url = 'http://silent.test/payments'
  const hanging = () => {
    let calls = 0
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      calls += 1
      return new Promise((_answer, gone) => signal.addEventListener('abort', () => gone(signal.reason)))
    })
    return () => calls
  }
  const quick = { ...connection, timeout_ms: 30 }
  /** Each call by an account of its own, where none is named. */
  const sendMany = (count: number, to = url, account?: string) =>
    Promise.all(
      Array.from({ length: count }, (_, number) =>
        send(
          { ...quick, credential: { api_key: account ?? `account ${number}` } },
          { method: 'POST', url: to, headers: {}, body: '{}' },
        ).catch((error: Error) => error),
      ),
    )
  const kinds = (answers: readonly unknown[]) => Map.groupBy(answers, (each) => (each as Error).constructor)

  it('gets four at once until it answers again, and nothing of the others was sent; other gateways get all', async () => {
    const calls = hanging()
    expect(kinds(await sendMany(20)).get(NoAnswer)).toHaveLength(20)
    const silent = kinds(await sendMany(20))
    expect([silent.get(NoAnswer)?.length, silent.get(NotSent)?.length, calls()]).toEqual([4, 16, 24])
    expect(kinds(await sendMany(20, 'http://other.test/payments')).get(NotSent)).toBeUndefined()
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
    await send(quick, { method: 'POST', url, headers: {}, body: '{}' })
    hanging()
    expect(kinds(await sendMany(7)).get(NotSent)).toBeUndefined()
  })

  it('gets one call at once of an account that alone is not answered, so that the others are answered', async () => {
    const shared = 'http://shared.test/payments'
    hanging()
    await sendMany(20, shared, 'hangs')
    const pending = sendMany(20, shared, 'hangs')
    const other = sendMany(1, shared, 'another that hangs')
    vi.stubGlobal('fetch', async () => Response.json({}))
    expect(await sendMany(3, shared, 'works')).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }])
    expect(kinds(await pending).get(NotSent)).toHaveLength(19)
    expect(kinds(await other).get(NoAnswer)).toHaveLength(1)
  })

  it('is also one that takes no connection, which the system gives up before the time is over', async () => {
    const away = 'http://away.test/payments'
    vi.stubGlobal('fetch', async () => {
      await new Promise((later) => setTimeout(later, 20))
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'UND_ERR_CONNECT_TIMEOUT' }) })
    })
    const told = async () => (await sendMany(20, away)).filter((each) => String(each).includes('is not answered'))
    expect(await told()).toHaveLength(0)
    expect(await told()).toHaveLength(16)
  })

  it('is one that is slow, or refuses, only if none of its calls is answered', async () => {
    const late = 'http://late.test/payments'
    for (let round = 0; round < 4; round += 1) {
      hanging()
      expect(kinds(await sendMany(4, late)).get(NoAnswer)).toHaveLength(4)
      vi.stubGlobal('fetch', async () => {
        throw new TypeError('fetch failed', { cause: fault('ECONNRESET', 'read') })
      })
      await sendMany(1, late)
    }
    hanging()
    expect(kinds(await sendMany(20, late)).get(NotSent)).toBeUndefined()
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
