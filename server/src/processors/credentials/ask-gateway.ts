import type { TestedCredential } from '@kontor/contract/processors/processor.schemas'
import { connectionOf } from '../connections.ts'
import type { Gateway } from '../gateway.ts'
import type { CredentialField } from '../manifest.ts'

/** What a credential of a gateway opens: its fields, and what asks whose account that is. */
export interface Opening {
  readonly test: Gateway['test']
  readonly fields: readonly CredentialField[]
}

/** What the credential of a processor opens. */
export const paymentsOf = (gateway: Gateway): Opening => ({
  test: (connection) => gateway.test(connection),
  fields: gateway.manifest.credential,
})

/** Asks a gateway whose account a credential opens. Its replies are read without the credential's secrets. */
export async function askGateway(
  gateway: Gateway,
  { test }: Opening,
  reached: Parameters<typeof connectionOf>[1],
  timeout_ms: number,
): Promise<TestedCredential> {
  try {
    // The exchange is kept nowhere: it is about no payment.
    const said = await test(connectionOf(gateway, reached, timeout_ms, () => {}))
    if (said.ok) return { account: said.account, field: null, problem: null }
    return { account: null, field: said.field ?? null, problem: said.problem }
  } catch {
    return { account: null, field: null, problem: 'unreachable' }
  }
}
