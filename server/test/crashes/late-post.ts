import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The address at which notifications arrive. Some are refused until `late_ms` have gone by, and then passed on. */
export async function openLatePost(to: () => string, { isLate, late_ms }: { isLate: () => boolean; late_ms: number }) {
  const due = new Map<string, number>()
  const dueAt = (id: string) => {
    const at = due.get(id) ?? Date.now() + (isLate() ? late_ms : 0)
    due.set(id, at)
    return at
  }
  const pass = async (request: IncomingMessage): Promise<number> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (Date.now() < dueAt(String(request.headers['webhook-id']))) return 503
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const passed = await fetch(`${to()}${request.url}`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: Buffer.concat(parts),
    })
    return passed.status
  }
  const post = createServer((request, response) => {
    // Whoever should hear it may be killed just then.
    const passed = pass(request).catch(() => 502)
    void passed.then((status) => response.writeHead(status).end())
  })
  await new Promise<void>((listening) => post.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(post.address() as AddressInfo).port}`,
    close() {
      post.closeAllConnections()
      post.close()
    },
  }
}
