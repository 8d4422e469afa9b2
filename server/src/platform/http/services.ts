import type { ListQuery } from '@kontor/contract/list-query'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../db/actor.ts'
import type { Databases, Trx } from '../db/database.ts'
import type { ExportProgress } from '../export/progress.ts'
import type { Sources } from '../rows/populate.ts'
import type { Clock } from '../time/clock.ts'

/** What every route is made with. */
export interface Services {
  readonly databases: Databases
  readonly clock: Clock
  readonly sources: Sources
  readonly exports: ExportProgress
  /** Who asks, narrowed by the request's `merchant` and `organisation`; refuses whoever is not signed in. */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>
  /** Lets somebody in who has no roles to show, or refuses: what it found out goes to the endpoint. */
  readonly doors: Readonly<Record<'person' | 'anyone' | 'payer' | 'signature', Door>>
  /** A quicker way to the exact count of a list; undefined where it knows none. */
  readonly quickCount?: (trx: Trx, actor: Actor, entity: string, query: ListQuery) => Promise<number | undefined>
}

type Door = (request: FastifyRequest, now: Date) => Promise<object> | object
