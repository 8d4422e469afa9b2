import { problemSchema, Refusal } from '@kontor/contract/refusal'
import { activateTerminalEndpoint, createTerminalEndpoint, deactivateTerminalEndpoint, deleteTerminalEndpoint, updateTerminalEndpoint } from '@kontor/contract/terminals/terminal.endpoints'
import { terminal } from '@kontor/contract/terminals/terminal.entity'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../platform/db/actor.ts'
import { inTransaction, type Trx } from '../platform/db/database.ts'
import { command } from '../platform/http/command.ts'
import { entityRoutes, idOf, requireRole } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { getRow } from '../platform/rows/list.ts'
import { createTerminal, deleteTerminal, setTerminalStatus, updateTerminal } from './save-terminal.ts'
import { terminalSource } from './terminal.rows.ts'
import { terminalEvents } from './terminal-event.ts'
import { noteTerminalRequests, terminalRequests } from './terminal-request.ts'

export function terminalRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, terminalSource)
  noteTerminalRequests(app, services)
  const record = <R extends z.ZodType>(
    path: string,
    summary: string,
    reply: R,
    read: typeof terminalRequests | typeof terminalEvents,
  ) =>
    app.get(
      `/v1/terminal/:id/${path}`,
      { schema: { tags: ['terminal'], summary, response: { 200: z.array(reply), '4xx': problemSchema } } },
      async (request) => {
        const actor = await services.authenticate(request)
        requireRole(actor, terminal.roles.list)
        return inTransaction(services.databases, actor, async (trx) => {
          const row = await rowOf(trx, actor, idOf(request))
          return read(trx, String(row['merchant']), row.id)
        })
      },
    )
  record('events', 'What people did with a terminal, newest first', terminalEvent, terminalEvents)
  record('requests', 'What a terminal asked of the payments API, newest first', terminalRequest, terminalRequests)

  command(app, services, createTerminalEndpoint, async (trx, { actor, body, now }) => ({
    answer: await rowOf(trx, actor, await createTerminal(trx, actor, body, now)),
  }))
  command(app, services, updateTerminalEndpoint, async (trx, { actor, id, body }) => {
    await updateTerminal(trx, actor, id, body)
    return { answer: await rowOf(trx, actor, id) }
  })
  command(app, services, activateTerminalEndpoint, async (trx, { actor, id }) => {
    await setTerminalStatus(trx, actor, id, 'ACTIVE')
    return { answer: await rowOf(trx, actor, id) }
  })
  command(app, services, deactivateTerminalEndpoint, async (trx, { actor, id }) => {
    await setTerminalStatus(trx, actor, id, 'INACTIVE')
    return { answer: await rowOf(trx, actor, id) }
  })
  command(app, services, deleteTerminalEndpoint, async (trx, { actor, id }) => {
    await deleteTerminal(trx, actor, id)
    return { answer: null }
  })
}

async function rowOf(trx: Trx, actor: Actor, id: string) {
  const row = await getRow(terminalSource, trx, actor, id)
  if (!row) throw new Refusal('not_found')
  return row
}
