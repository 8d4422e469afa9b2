import type { ListQuery } from '@kontor/contract/lists/list-query'
import type { Module } from '@kontor/contract/modules'
import type { FastifyRequest } from 'fastify'
import type { AuditTrail } from '../audit-trail/audit-trail.ts'
import type { Actor } from '../db/actor.ts'
import type { Databases, Trx } from '../db/database.ts'
import type { ExportProgress } from '../export/progress.ts'
import type { Sources } from '../rows/populate.ts'
import type { Clock } from '../time/clock.ts'

/** The services that every route gets. */
export interface Services {
  readonly databases: Databases
  /** Seals what is secret. */
  readonly masterKey: string
  readonly clock: Clock
  readonly sources: Sources
  readonly exports: ExportProgress
  /** Every endpoint records its calls there. */
  readonly auditTrail: AuditTrail
  /** The optional parts of the product that are switched on. */
  readonly modules: readonly Module[]
  /** The actor of a request, narrowed by its `merchant` and `organisation`. Refuses a request without a sign-in. */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>
  /** Access checks for requests without roles. A check refuses, or gives its findings to the endpoint. */
  readonly doors: Readonly<Record<'person' | 'anyone' | 'payer' | 'signature', Door>>
  /** A quicker exact count of a list; undefined where there is none. */
  readonly quickCount?: (trx: Trx, actor: Actor, entity: string, query: ListQuery) => Promise<number | undefined>
}

type Door = (request: FastifyRequest, now: Date) => Promise<object> | object
