import { parametersOf, pathOf, queryOf } from './address.ts'
import { call, type Operation, type Settings } from './call.ts'
import type { CallOptions } from './call-options.ts'
import { checkBody } from './check-body.ts'
import { InvalidRequestError } from './errors.ts'
import { operations } from './generated/operations.ts'
import type { Client } from './generated/types.ts'
import { Rows } from './rows.ts'

export interface ClientOptions {
  /** The API key, `kontor_…`. It belongs on a server, never in a page. */
  key: string
  /** The address of Kontor, such as `https://kontor.example`. */
  url: string
  /** Milliseconds for a call with all its tries and pauses. Default: 120,000. */
  timeoutMs?: number
  /** Milliseconds for one try. Default: 30,000. */
  tryTimeoutMs?: number
  /** Milliseconds before the second try. Each further pause is twice as long, at most 8,000. Default: 500. */
  pauseMs?: number
  /** In the place of the runtime's own `fetch`. */
  fetch?: typeof globalThis.fetch
}

/** A client of one Kontor with one API key. It keeps no connection of its own and needs no closing. */
export function createClient(options: ClientOptions): Client {
  const settings = settingsOf(options)
  const resources = Object.entries<Readonly<Record<string, Operation>>>(operations).map(([name, methods]) => [
    name,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, methodOf(settings, operation)])),
  ])
  // The table and the type are made from the same endpoints.
  return Object.fromEntries(resources) as Client
}

function settingsOf({ key, url, timeoutMs, tryTimeoutMs, pauseMs, fetch }: ClientOptions): Settings {
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) throw new InvalidRequestError({ key: 'required' })
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new InvalidRequestError({ url: 'invalid_url' })
  return {
    key,
    url: url.replace(/\/+$/, ''),
    timeoutMs: timeoutMs ?? 120_000,
    tryTimeoutMs: tryTimeoutMs ?? 30_000,
    pauseMs: pauseMs ?? 500,
    fetch: fetch ?? ((...request) => globalThis.fetch(...request)),
  }
}

type Given = Readonly<Record<string, unknown>>

/** The ids of the path come first, then the body or the query, then the options of the call. */
function methodOf(settings: Settings, operation: Operation): (...given: unknown[]) => unknown {
  const count = parametersOf(operation.path).length
  return (...given) => {
    const params = given.slice(0, count)
    const taken = (operation.takes ? given[count] : undefined) as Given | undefined
    const options = (given[operation.takes ? count + 1 : count] ?? {}) as CallOptions
    const send = async (query: Given) => {
      if (operation.takes === 'body') checkBody(taken, operation.integers ?? [])
      const body = operation.takes === 'body' ? (taken ?? {}) : operation.method === 'GET' ? undefined : {}
      const path = pathOf(operation.path, params) + queryOf(query)
      return call(settings, operation, { path, body: body && JSON.stringify(body) }, options)
    }
    const query = operation.takes === 'query' ? (taken ?? {}) : {}
    // The server answers a list with its rows.
    return operation.pages ? new Rows((page) => send(page) as Promise<unknown[]>, query, operation.pages) : send(query)
  }
}
