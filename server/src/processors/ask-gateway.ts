import type { TestedCredential } from '@kontor/contract/processors/processor.schemas'
import { connectionOf } from './connections.ts'
import type { Gateway } from './gateway.ts'

/** Asks a gateway whose account a credential opens. The answer is freed of the credential's values. */
export async function askGateway(
  gateway: Gateway,
  reached: Parameters<typeof connectionOf>[1],
  timeout_ms: number,
): Promise<TestedCredential> {
  try {
    // The exchange is kept nowhere: it is about no payment.
    const said = await gateway.test(connectionOf(gateway, reached, timeout_ms, () => {}))
    if (said.ok) return { account: freeOf(reached.credential, said.account), field: null, problem: null }
    return { account: null, field: said.field ?? null, problem: said.problem }
  } catch {
    return { account: null, field: null, problem: 'unreachable' }
  }
}

/** A short value may be a part of any name. */
const freeOf = (credential: Readonly<Record<string, string>>, text: string): string =>
  Object.values(credential)
    .filter(({ length }) => length >= 6)
    .reduce((rest, value) => rest.replaceAll(value, '…'), text)
