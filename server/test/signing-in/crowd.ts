import http from 'node:http'

export interface Answer {
  status: number
  body: string
  replayed: boolean
}

/** Many simultaneous callers over a number of connections that stay open. */
export function openCrowd(url: string, apiKey: string, connections = 64) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const request = http.request(url + path, {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          ...headers,
        },
      })
      request.on('error', reject)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            replayed: response.headers['idempotency-replayed'] === 'true',
          }),
        )
      })
      request.end(text)
    })
  return { post, close: () => agent.destroy() }
}

/** The number of answers by status and refusal code. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const kind = status < 300 ? String(status) : `${status} ${JSON.parse(body).code}`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
