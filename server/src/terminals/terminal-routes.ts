import {
  activateTerminalEndpoint,
  createTerminalEndpoint,
  deactivateTerminalEndpoint,
  deleteTerminalEndpoint,
  terminalEventsEndpoint,
  terminalRequestsEndpoint,
  updateTerminalEndpoint,
} from '@kontor/contract/terminals/terminal.endpoints'
import {
  activateTerminalSchemas,
  createTerminalSchemas,
  deactivateTerminalSchemas,
  deleteTerminalSchemas,
  terminalEventsSchemas,
  terminalRequestsSchemas,
  updateTerminalSchemas,
} from '@kontor/contract/terminals/terminal.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { activateTerminal } from './activate-terminal.ts'
import { createTerminal } from './create-terminal.ts'
import { deactivateTerminal } from './deactivate-terminal.ts'
import { deleteTerminal } from './delete-terminal.ts'
import { terminalSource } from './terminal.rows.ts'
import { terminalEvents } from './terminal-event.ts'
import { noteTerminalRequests, terminalRequests } from './terminal-request.ts'
import { updateTerminal } from './update-terminal.ts'

export function terminalRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, terminalSource)
  noteTerminalRequests(app, services)
  route(app, services, terminalEventsEndpoint, terminalEventsSchemas, async (trx, { actor, id }) => {
    const row = await rowOf(trx, actor, id)
    return terminalEvents(trx, services.databases.provider, actor, String(row['merchant']), row.id)
  })
  route(app, services, terminalRequestsEndpoint, terminalRequestsSchemas, async (trx, { actor, id }) => {
    const row = await rowOf(trx, actor, id)
    return terminalRequests(trx, String(row['merchant']), row.id)
  })

  route(app, services, createTerminalEndpoint, createTerminalSchemas, async (trx, { actor, body, now }) => ({
    answer: await rowOf(trx, actor, await createTerminal(trx, actor, body, now)),
  }))
  route(app, services, updateTerminalEndpoint, updateTerminalSchemas, async (trx, { actor, id, body }) => {
    await updateTerminal(trx, actor, id, body)
    return { answer: await rowOf(trx, actor, id) }
  })
  route(app, services, activateTerminalEndpoint, activateTerminalSchemas, async (trx, { actor, id }) => {
    await activateTerminal(trx, actor, id)
    return { answer: await rowOf(trx, actor, id) }
  })
  route(app, services, deactivateTerminalEndpoint, deactivateTerminalSchemas, async (trx, { actor, id }) => {
    await deactivateTerminal(trx, actor, id)
    return { answer: await rowOf(trx, actor, id) }
  })
  route(app, services, deleteTerminalEndpoint, deleteTerminalSchemas, async (trx, { actor, id }) => {
    await deleteTerminal(trx, actor, id)
    return { answer: null }
  })
}

const rowOf = (trx: Trx, actor: Actor, id: string) => requireRow(terminalSource, trx, actor, id)
