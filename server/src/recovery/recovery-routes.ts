import { attachContradictionEndpoint } from '@kontor/contract/contradictions/contradiction.endpoints'
import { attachContradictionSchemas } from '@kontor/contract/contradictions/contradiction.schemas'
import type { FastifyInstance } from 'fastify'
import { contradictionSource } from '../contradictions/contradiction.rows.ts'
import { route } from '../platform/http/endpoint.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import type { Tell } from '../subscriptions/tell-update.ts'
import { attachContradiction } from './attach-contradiction.ts'

export interface RecoveryServices extends Services {
  readonly tell: Tell
  /** Called after a commit that may have written a mail. */
  readonly nudgeMail: () => void
}

/** Registers how a person ends a doubt that `reconcile` left: it changes subscriptions and scheduled payments. */
export function recoveryRoutes(app: FastifyInstance, services: RecoveryServices): void {
  const attach = attachContradictionEndpoint
  route(app, services, attach, attachContradictionSchemas, async (trx, { actor, id, body, now }) => {
    await attachContradiction(trx, actor, id, body, now, services.tell)
    return { answer: await requireRow(contradictionSource, trx, actor, id), begin: async () => services.nudgeMail() }
  })
}
