import type { Databases } from '../platform/db/database.ts'

const patience_ms = 10_000

/**
 * Lets time pass at the sandbox processors, and waits until all changes that became due have happened and were
 * reported.
 */
export async function passSandboxTime({ provider }: Databases, passed_ms: number): Promise<void> {
  const sandboxes = await provider
    .selectFrom('processor')
    .select('url')
    .distinct()
    .where('gateway', '=', 'sandbox')
    .where('url', 'is not', null)
    .$narrowType<{ url: string }>()
    .execute()
  for (const { url } of sandboxes) {
    const response = await fetch(new URL('/v1/clock', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ passed_ms }),
      signal: AbortSignal.timeout(patience_ms),
    })
    await response.body?.cancel()
  }
}
