import type { TestedCredential } from '@kontor/contract/processors/processor.schemas'
import { connectionOf } from './connections.ts'
import type { Gateway } from './gateway.ts'

/** Asks a gateway whose account a credential opens. The answer is freed of the credential's secrets. */
export async function askGateway(
  gateway: Gateway,
  reached: Parameters<typeof connectionOf>[1],
  timeout_ms: number,
): Promise<TestedCredential> {
  try {
    // The exchange is kept nowhere: it is about no payment.
    const said = await gateway.test(connectionOf(gateway, reached, timeout_ms, () => {}))
    if (said.ok)
      return { account: freeOf(secretsIn(gateway, reached.credential), said.account), field: null, problem: null }
    return { account: null, field: said.field ?? null, problem: said.problem }
  } catch {
    return { account: null, field: null, problem: 'unreachable' }
  }
}

/** The name of the account may be a value of the credential that everybody may read. */
const secretsIn = ({ manifest }: Gateway, credential: Readonly<Record<string, string>>): string[] =>
  manifest.credential.flatMap(({ name, secret }) => (secret ? [credential[name] ?? ''] : []))

/** A short value may be a part of any name. */
const freeOf = (secrets: readonly string[], text: string): string =>
  secrets.filter(({ length }) => length >= 6).reduce((rest, value) => rest.replaceAll(value, '…'), text)
