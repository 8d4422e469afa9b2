import type { FastifyRequest } from 'fastify'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Databases } from './database.ts'
import type { ExportProgress } from './export/progress.ts'
import type { Sources } from './populate.ts'

/** What every route is made with. */
export interface Services {
  readonly databases: Databases
  readonly clock: Clock
  readonly sources: Sources
  readonly exports: ExportProgress
  /** Who asks, narrowed by the request's `merchant` and `organisation`; refuses whoever is not signed in. */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>
}
