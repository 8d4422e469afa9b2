import { createTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import type { Problem } from '@kontor/contract/refusal'
import type { TerminalRequest } from '@kontor/contract/terminals/terminal.schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import { inTransaction, type Reader, type Trx } from '../platform/db/database.ts'
import type { Services } from '../platform/http/services.ts'

/**
 * Records the requests of terminals to the payments API, with their answers. It runs after the request, because a
 * refusal rolls everything else back, and a failure of the record must not affect the payment.
 */
export function noteTerminalRequests(app: FastifyInstance, services: Services): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const asked = askedByTerminal(request)
    if (asked) await note(services, request, reply, payload, asked).catch((error) => request.log.error(error))
    return payload
  })
}

const ofTerminal = z.object({
  terminal: z.uuid(),
  merchant_reference: z
    .string()
    .max(100)
    .refine((text) => text.isWellFormed() && !text.includes('\0'))
    .nullable()
    .catch(null),
})
type Asked = z.output<typeof ofTerminal>

function askedByTerminal({ method, routeOptions, body }: FastifyRequest): Asked | undefined {
  const { path } = createTransactionEndpoint
  return method === 'POST' && routeOptions.url === path ? ofTerminal.safeParse(body).data : undefined
}

type Answered = Pick<TerminalRequest, 'response_code' | 'code' | 'details' | 'duration_ms' | 'request_id'> & {
  transaction: string | null
}

function answered(request: FastifyRequest, reply: FastifyReply, payload: unknown): Answered {
  const answer = (typeof payload === 'string' ? JSON.parse(payload) : {}) as Partial<Problem & { id: string }>
  const isDone = reply.statusCode < 400
  return {
    response_code: reply.statusCode,
    code: isDone ? null : (answer.code ?? null),
    details: isDone ? null : (answer.details ?? null),
    transaction: isDone ? (answer.id ?? null) : null,
    duration_ms: Math.round(reply.elapsedTime),
    request_id: request.id,
  }
}

async function note(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  asked: Asked,
): Promise<void> {
  // A caller without a sign-in is nobody's terminal.
  if (reply.statusCode === 401) return
  const answer = answered(request, reply, payload)
  const actor = await services.authenticate(request)
  await inTransaction(services.databases, actor, async (trx) => {
    await insert(trx, actor, answer, asked)
    if (answer.response_code >= 400) await noteSeen(trx, actor, asked.terminal)
  })
}

const insert = (trx: Trx, actor: Actor, answer: Answered, asked: Asked) =>
  sql`insert into terminal_request (merchant_id, terminal_id, response_code, code, details, merchant_reference,
      transaction_id, actor_name, duration_ms, request_id)
    select terminal.merchant_id, terminal.id, ${answer.response_code}, ${answer.code},
      ${answer.details && JSON.stringify(answer.details)},
      case when contains_card_number(${asked.merchant_reference}) then null else ${asked.merchant_reference} end,
      ${answer.transaction}, ${actor.name}, ${answer.duration_ms}, ${answer.request_id}
    from terminal where terminal.id = ${asked.terminal} and ${visibleTo(actor, 'terminal')}`.execute(trx)

/** Records that a terminal was seen, whatever the answer was. */
const noteSeen = (trx: Trx, actor: Actor, terminal: string) =>
  trx
    .updateTable('terminal')
    .set({ last_seen_at: sql<string>`greatest(last_seen_at, engine_now())` })
    .where('id', '=', terminal)
    .where(visibleTo(actor, 'terminal'))
    .execute()

const most = 200

/** The requests of a terminal, newest first. The caller has already checked that the actor may see it. */
export async function terminalRequests(db: Reader, merchant: string, terminal: string): Promise<TerminalRequest[]> {
  const { rows } = await sql<TerminalRequest>`
    select id, at, response_code, code, details, merchant_reference, transaction_id as transaction, actor_name,
      duration_ms, request_id
    from terminal_request where merchant_id = ${merchant} and terminal_id = ${terminal}
    order by id desc limit ${most}`.execute(db)
  return rows
}
