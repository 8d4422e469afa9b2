import type { Socket } from 'node:net'
import { Refusal, type RefusalCode } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import { problemOf } from './problem.ts'

const codes: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Browsers that were here by https come by https alone for a year, here and at the names below this host. */
export const onlyHttps = 'max-age=31536000; includeSubDomains'

/**
 * Answers bytes that are no valid request with a problem, as any other refusal. The answer says that the connection ends:
 * a caller that sent its next request over it would find it reset.
 */
export function answerNoRequest(publicUrl: string): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const always = [
    'Content-Type: application/problem+json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    ...(publicUrl.startsWith('https:') ? [`Strict-Transport-Security: ${onlyHttps}`] : []),
    'Cache-Control: no-store',
    'Connection: close',
  ]
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
    const problem = problemOf(codes[error.code ?? ''] ?? 'invalid_request', {}, v7())
    const body = JSON.stringify(problem)
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      ...always,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}

/** Refuses a request with two Host headers (RFC 9112, 3.2). A proxy in front may have read the other one. */
export function refuseSecondHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) throw new Refusal('invalid_request', { 'headers.host': 'repeated' })
  })
}
