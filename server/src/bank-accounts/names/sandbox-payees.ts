import { longestHolder, type NameCheck } from '@kontor/contract/bank-accounts/bank-account.rules'
import { containsCardNumber } from '@kontor/contract/texts/card-number'
import { request } from 'undici'
import { z } from 'zod'
import type { AuditTrail } from '../../platform/audit-trail/audit-trail.ts'
import { recordSent } from '../../platform/audit-trail/record-sent.ts'
import { problemOf } from '../../platform/outgoing/post-signed.ts'
import { storableBody } from '../../platform/secrets/mask.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type AskedFor, type PayeeAnswer, type PayeeQuestion, unavailable, type VerifyPayee } from './verify-payee.ts'

interface House {
  /** Undefined: no bank is connected. */
  url: string | undefined
  timeout_ms: number
  auditTrail: AuditTrail
  /** The engine's. */
  clock: Clock
}

/** Milliseconds. A person waits for the answer. */
export const patience_ms = 4_000
const longestReply = 10_000

/** The name check of the sandbox, in the words of the European Payments Council's scheme. */
export function sandboxPayees(house: House): VerifyPayee {
  const { url } = house
  if (url === undefined) return async () => unavailable
  return async (question, asked) => {
    const heard = await ask(`${url}/v1/payee-checks`, question, house.timeout_ms)
    record(house, `${url}/v1/payee-checks`, asked, heard)
    return heard.status === 200 ? answerIn(heard.body) : unavailable
  }
}

interface Heard {
  request_body: string
  /** 0: there was no answer. */
  status: number
  body: string
  duration_ms: number
  problem: string | null
}

async function ask(url: string, { iban, holder }: PayeeQuestion, timeout_ms: number): Promise<Heard> {
  const request_body = JSON.stringify({ iban, name: holder })
  const begun = performance.now()
  const duration = () => ({ duration_ms: Math.round(performance.now() - begun) })
  const signal = AbortSignal.timeout(timeout_ms)
  try {
    const headers = { 'content-type': 'application/json' }
    const reply = await request(url, { method: 'POST', headers, body: request_body, signal })
    const body = await readText(reply.body)
    return { request_body, status: reply.statusCode, body, problem: null, ...duration() }
  } catch (error) {
    const problem = signal.aborted ? 'timeout' : problemOf(error).problem
    return { request_body, status: 0, body: '', problem, ...duration() }
  }
}

/** A longer answer is no bank's. */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > longestReply) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const words = { MTCH: 'MATCH', CMTC: 'CLOSE', NMTC: 'NO_MATCH', NOAP: 'UNAVAILABLE' } as const satisfies Record<
  string,
  NameCheck
>

const reply = z.object({
  result: z.enum(['MTCH', 'CMTC', 'NMTC', 'NOAP']),
  suggested_name: z.string().nullish(),
})

/** What nobody understands is no answer: a lie must not verify an account. */
function answerIn(body: string): PayeeAnswer {
  const read = reply.safeParse(parsed(body))
  if (!read.success) return unavailable
  const answer = words[read.data.result]
  return { answer, suggested: answer === 'CLOSE' ? readable(read.data.suggested_name) : null }
}

function readable(name: string | null | undefined): string | null {
  const line =
    name
      ?.replaceAll(/\p{Cc}+/gu, ' ')
      .toWellFormed()
      .trim() ?? ''
  return line === '' || line.length > longestHolder || containsCardNumber(line) ? null : line
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function record({ auditTrail, clock }: House, url: string, { merchant, cause }: AskedFor, heard: Heard): void {
  recordSent(auditTrail, clock.now(), {
    ...{ type: 'processor_call', merchant, parent: cause, route: 'payee check', url },
    ...{ response_code: heard.status, refusal: heard.problem ?? undefined, duration_ms: heard.duration_ms },
    content: {
      request_headers: [['content-type', 'application/json']],
      request_body: storableBody(heard.request_body),
      response_headers: [],
      // The name of whoever has the account may be that of a stranger.
      response_body: storableBody(heard.body.replace(/("suggested_name"\s*:\s*)"(?:[^"\\]|\\.)*"/, '$1"•••"')),
    },
  })
}
