import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { newestMigration } from './migration-files.ts'
import { type HealthCheck, healthCheck } from './platform/health.ts'
import { fingerprintOf } from './platform/secrets/sealed.ts'

type Process = Pick<HealthCheck, 'pools'> & { masterKey: string }

interface Listening {
  /** Undefined: this process has no card fields. */
  fieldsListen?: (() => boolean) | undefined
}

/** The health check of a process with this key and the tables of this code. */
export async function healthOf({ pools, masterKey }: Process, onChange: HealthCheck['onChange'] = () => {}) {
  return healthCheck({ pools, onChange, fingerprint: fingerprintOf(masterKey), schema: await newestMigration() })
}

export async function healthRoute(app: FastifyInstance, process: Process & Listening): Promise<void> {
  const health = await healthOf(process, (trouble, error) =>
    app.log.warn({ trouble, err: error }, trouble ? 'not healthy' : 'healthy again'),
  )
  app.get('/healthz', { schema: { hide: true } }, async () => {
    const reason = (await health()) ?? (process.fieldsListen?.() === false ? 'fields' : undefined)
    if (reason) throw new Refusal('unavailable', { reason })
    return { status: 'ok' }
  })
}
