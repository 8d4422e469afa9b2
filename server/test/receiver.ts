import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Heard {
  id: string
  path: string
  at: number
  headers: Record<string, string>
  body: string
  /** The answer that the receiver gave. */
  answer: Answer
}

/** A status, with a header if needed; or no answer at all. */
export type Answer = number | { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'reset'

export interface Receiver {
  /** The address of a path; each path is an address of its own. */
  url(path?: string): string
  heard: Heard[]
  /** Sets the answers from now on. An answer that is a promise is given when it is settled. */
  answers(decide: (heard: Omit<Heard, 'answer'>) => Answer | Promise<Answer>): void
  close(): void
}

/** A merchant's system whose answers the test decides. */
export async function openReceiver(): Promise<Receiver> {
  const heard: Heard[] = []
  let decide: Parameters<Receiver['answers']>[0] = () => 200
  const listener = http.createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      // The sender was killed.
      return
    }
    const headers = request.headers as Record<string, string>
    const of = {
      ...{ id: headers['webhook-id'] ?? '', path: request.url ?? '', at: Date.now() },
      ...{ headers, body: Buffer.concat(chunks).toString() },
    }
    const deciding = decide(of)
    const entry: Heard = { ...of, answer: deciding instanceof Promise ? 'hang' : deciding }
    heard.push(entry)
    const answer = await deciding
    entry.answer = answer
    if (answer === 'hang') return
    if (answer === 'reset') return void request.socket.destroy()
    const said = typeof answer === 'number' ? { status: answer } : answer
    reply.writeHead(said.status, said.headers ?? {}).end(said.body ?? 'heard')
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return {
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    heard,
    answers: (next) => {
      decide = next
    },
    close: () => {
      listener.closeAllConnections()
      listener.close()
    },
  }
}
