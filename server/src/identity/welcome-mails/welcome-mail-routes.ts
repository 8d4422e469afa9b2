import {
  createWelcomeMailEndpoint,
  deleteWelcomeMailEndpoint,
  previewWelcomeMailEndpoint,
  updateWelcomeMailEndpoint,
} from '@kontor/contract/identity/welcome-mails/welcome-mail.endpoints'
import {
  createWelcomeMailSchemas,
  deleteWelcomeMailSchemas,
  previewWelcomeMailSchemas,
  updateWelcomeMailSchemas,
} from '@kontor/contract/identity/welcome-mails/welcome-mail.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { createWelcomeMail } from './create-welcome-mail.ts'
import { deleteWelcomeMail } from './delete-welcome-mail.ts'
import { previewWelcomeMail } from './preview-welcome-mail.ts'
import { updateWelcomeMail } from './update-welcome-mail.ts'
import { welcomeMailSource } from './welcome-mail.rows.ts'

/** Previews use the wall clock. */
interface WelcomeMailServices extends Services {
  nudgeMail: () => void
}

export function welcomeMailRoutes(app: FastifyInstance, services: WelcomeMailServices): void {
  entityRoutes(app, services, welcomeMailSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(welcomeMailSource, trx, actor, id)
  const answer = answerRow(read)
  route(app, services, createWelcomeMailEndpoint, createWelcomeMailSchemas, async (trx, { actor, body, now }) => ({
    answer: await read(trx, actor, await createWelcomeMail(trx, actor, body, now)),
  }))
  route(
    app,
    services,
    updateWelcomeMailEndpoint,
    updateWelcomeMailSchemas,
    answer((trx, { id, body }) => updateWelcomeMail(trx, id, body)),
  )
  route(app, services, deleteWelcomeMailEndpoint, deleteWelcomeMailSchemas, async (trx, { id }) => {
    await deleteWelcomeMail(trx, id)
    return { answer: null }
  })
  route(app, services, previewWelcomeMailEndpoint, previewWelcomeMailSchemas, async (trx, { actor, id, now }) => {
    await previewWelcomeMail(trx, actor, id, now, services.masterKey)
    return { answer: null, begin: async () => services.nudgeMail() }
  })
}
