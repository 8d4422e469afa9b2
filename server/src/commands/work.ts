import { buildWorker } from '../app.ts'
import { readSettings, workPortOf } from '../settings.ts'
import { runUntilStopped } from './run-until-stopped.ts'

/**
 * Runs the work in the background until a signal ends it, in as many processes as one likes: each item and each job has one
 * at a time. It answers nothing but the questions about its health.
 */
export async function work(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env)
  await runUntilStopped(settings, async (common) => {
    const app = await buildWorker(common)
    return {
      app,
      listen: async () => void (await app.listen({ port: workPortOf(settings), host: settings.KONTOR_HOST })),
      close: () => app.close(),
    }
  })
}
