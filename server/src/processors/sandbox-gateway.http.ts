import { type Connection, OutcomeUnknown } from './gateway.ts'

export interface Reply {
  status: number
  body: unknown
}

/** Bytes. A processor's replies are short, so a longer one is no processor's. */
const LONGEST_REPLY = 1_000_000

export async function sendJson(
  connection: Connection,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Reply> {
  const text = body && JSON.stringify(body)
  return send(connection, method, path, text === undefined ? {} : { text, headers: json, noted: text })
}

/** Sends a file; the record of the exchange has only its name. */
export const sendFile = (
  connection: Connection,
  path: string,
  file: { name: string; content_type: string; content: Buffer },
): Promise<Reply> =>
  send(connection, 'PUT', path, {
    text: new Uint8Array(file.content),
    headers: { 'content-type': file.content_type, 'x-file-name': encodeURIComponent(file.name) },
    noted: JSON.stringify({ name: file.name, content_type: file.content_type, size: file.content.length }),
  })

const json = { 'content-type': 'application/json' }

interface Sent {
  text?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  noted?: string
}

async function send(
  connection: Connection,
  method: string,
  path: string,
  { text, headers, noted: request_body = '' }: Sent,
): Promise<Reply> {
  const url = connection.url.replace(/\/+$/, '') + path
  const started = performance.now()
  let response_code = 0
  let response_body = ''
  try {
    const response = await fetch(url, {
      method,
      // The credential goes only to the configured address.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${connection.credential.api_key ?? ''}`,
        ...headers,
      },
      ...(text !== undefined && { body: text }),
      signal: AbortSignal.timeout(connection.timeout_ms),
    })
    response_code = response.status
    response_body = await readText(response)
    return { status: response_code, body: parseJson(response_body) }
  } catch (error) {
    throw new OutcomeUnknown(`no readable reply to ${method} ${url}`, { cause: error })
  } finally {
    const duration_ms = Math.round(performance.now() - started)
    connection.onExchange({ method, url, request_body, response_code, response_body, duration_ms })
  }
}

async function readText(response: Response) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LONGEST_REPLY) throw new Error('the reply is too long')
  }
  return text + decoder.decode()
}

/** The JSON of a reply. A reply without JSON counts by its status alone: a proxy's 502 page is a 502. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
