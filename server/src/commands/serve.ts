import { buildApp } from '../app.ts'
import { buildFields } from '../checkout/fields/fields-app.ts'
import { fieldsAt, readSettings } from '../settings.ts'
import { runUntilStopped } from './run-until-stopped.ts'

/**
 * Runs the server until a signal ends it. It needs the two roles of the application and no right of the database's owner, and
 * changes no table. Throws a StartProblem when the database has another key or is of a newer version.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env)
  const { port: fieldsPort, url: fieldsUrl } = fieldsAt(settings)
  await runUntilStopped(settings, async (common) => {
    const { KONTOR_HOST: host } = settings
    const fields = await buildFields({
      masterKey: settings.KONTOR_MASTER_KEY,
      publicUrl: settings.KONTOR_PUBLIC_URL,
      dist: settings.KONTOR_FIELDS_DIST,
      logger: { level: settings.LOG_LEVEL },
    })
    const app = await buildApp({
      ...common,
      workApart: settings.KONTOR_WORK_APART,
      fieldsUrl,
      fieldsListen: () => fields.server.listening,
    })
    return {
      app,
      async listen() {
        // The health check says that they do not listen. Everything else works without them.
        await fields
          .listen({ port: fieldsPort, host })
          .catch((error: unknown) => app.log.error({ err: error }, 'the card fields do not listen'))
        await app.listen({ port: settings.PORT, host })
      },
      async close() {
        await Promise.all([app.close(), fields.close()])
      },
    }
  })
}
