import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { answerNoRequest } from './raw-requests.ts'

let kontor: TestApp

beforeAll(async () => {
  kontor = await startTestApp()
})
afterAll(() => kontor.stop())

/** The server's whole answer to these bytes, read until the connection ends. */
async function answerTo(request: string) {
  const answer = await bytesOf(Number(new URL(kontor.url).port), request)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [status, ...headers] = head.toLowerCase().split('\r\n')
  return { status: Number(status?.split(' ')[1]), headers, problem: JSON.parse(body) }
}

async function bytesOf(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(request)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

const host = 'Host: localhost:4000\r\n'

it('Headers that are too large are a problem like any other, and the connection says that it ends', async () => {
  const { status, headers, problem } = await answerTo(
    `GET /v1/tag HTTP/1.1\r\n${host}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  expect([status, problem.code, problem.status]).toEqual([431, 'headers_too_large', 431])
  expect(problem.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers).toContain('connection: close')
  expect(headers).toContain('content-type: application/problem+json; charset=utf-8')
})

it.each([
  ['no HTTP', 'HELO kontor\r\n\r\n'],
  ['two lengths', `POST /v1/auth/login HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  [
    'a length and pieces',
    `POST /v1/tag HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
])('What has %s is a problem', async (_, request) => {
  const { status, headers, problem } = await answerTo(request)
  expect([status, problem.code]).toEqual([400, 'invalid_request'])
  expect(headers).toContain('connection: close')
  expect(headers).toContain('x-content-type-options: nosniff')
})

it.each([
  ['https://kontor.example', ['Strict-Transport-Security: max-age=31536000; includeSubDomains']],
  ['http://localhost:4000', []],
])('What is no request is answered with the rule of https as %s asks for it', async (publicUrl, expected) => {
  const answerIt = answerNoRequest(publicUrl)
  // The socket of a server without TLS is one.
  const server = createServer().on('clientError', (error, socket) => answerIt(error, socket as Socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await bytesOf((server.address() as AddressInfo).port, 'HELO kontor\r\n\r\n')
  server.close()
  expect(answer.split('\r\n').filter((line) => line.startsWith('Strict-'))).toEqual(expected)
})

it('A request that names two hosts is refused', async () => {
  const end = 'Connection: close\r\n\r\n'
  const two = await answerTo(`GET /v1/auth/session HTTP/1.1\r\n${host}Host: evil.example\r\n${end}`)
  expect([two.status, two.problem.details]).toEqual([400, { 'headers.host': 'repeated' }])
  expect((await answerTo(`GET /v1/auth/session HTTP/1.1\r\n${host}${end}`)).status).toBe(401)
})

it('TRACE, which would answer with the headers of the request, is not found', async () => {
  const { status, problem } = await answerTo(
    `TRACE /v1/tag HTTP/1.1\r\n${host}Cookie: kontor=secret\r\nConnection: close\r\n\r\n`,
  )
  expect([status, problem.code]).toEqual([404, 'not_found'])
  expect(JSON.stringify(problem)).not.toContain('secret')
})

it('A request whose headers do not arrive in time is told so, and its connection ends', async () => {
  const { server } = kontor.app
  const usual_ms = server.headersTimeout
  server.headersTimeout = 50
  const { status, headers, problem } = await answerTo(`GET /v1/tag HTTP/1.1\r\n${host}`).finally(() => {
    server.headersTimeout = usual_ms
  })
  expect([status, problem.code, problem.status]).toEqual([408, 'request_timeout', 408])
  expect(headers).toContain('connection: close')
})
