import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

export interface MetricsServer {
  /** The port that was taken. */
  port: number
  close(): Promise<void>
}

/** Answers /metrics at an address of its own, which no stranger reaches: it asks nobody who he is. */
export async function serveMetrics(
  registry: Registry,
  at: { host: string; port: number },
  onError: (error: unknown) => void,
): Promise<MetricsServer> {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return void reply.writeHead(404).end()
    registry.metrics().then(
      (text) => reply.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error) => {
        onError(error)
        reply.writeHead(500).end()
      },
    )
  })
  server.requestTimeout = 10_000
  server.headersTimeout = 5_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
