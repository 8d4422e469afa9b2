import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { migrationNames } from './migration-files.ts'
import { type HealthCheck, healthCheck } from './platform/health.ts'
import { openingKeys } from './platform/secrets/key-ring.ts'
import { fingerprintOf } from './platform/secrets/sealed.ts'

type Process = Pick<HealthCheck, 'pools' | 'does'> & { masterKey: string }

interface Listening {
  /** Undefined: this process has no card fields. */
  fieldsListen?: (() => boolean) | undefined
  /** True from the moment when this process was told to stop. */
  isStopping?: (() => boolean) | undefined
}

/** The health check of a process with this key and the tables of this code. */
export async function healthOf({ pools, masterKey, does }: Process, onChange: HealthCheck['onChange'] = () => {}) {
  return healthCheck({
    ...{ pools, does, onChange, fingerprints: openingKeys(masterKey).map(fingerprintOf) },
    migrations: await migrationNames(),
  })
}

/**
 * `/livez`: this process answers. `/readyz`: it can do its work, and requests may be sent to it. `/healthz` is another name of
 * `/readyz`.
 */
export async function healthRoute(app: FastifyInstance, process: Process & Listening): Promise<void> {
  const health = await healthOf(process, (trouble, error) =>
    app.log.warn({ trouble, err: error }, trouble ? 'not healthy' : 'healthy again'),
  )
  const ready = async () => {
    const reason = process.isStopping?.() ? 'stopping' : ((await health()) ?? fieldsReason(process))
    if (reason) throw new Refusal('unavailable', { reason })
    return { status: 'ok' }
  }
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, ready)
  app.get('/healthz', { schema: { hide: true } }, ready)
}

const fieldsReason = ({ fieldsListen }: Listening) => (fieldsListen?.() === false ? 'fields' : undefined)
