import type { Words } from '@kontor/contract/processors/gateway.schemas'
import type { TestedCredential } from '@kontor/contract/processors/processor.schemas'
import type { Connection, Gateway } from './gateway.ts'

/** Asks a gateway whose account a credential opens. What it says is freed of the credential's values. */
export async function askGateway(
  gateway: Gateway,
  connection: Omit<Connection, 'onExchange'>,
): Promise<TestedCredential> {
  const free = freeOf(Object.values(connection.credential))
  try {
    // The exchange is kept nowhere: it is about no payment.
    const said = await gateway.test({ ...connection, onExchange: () => {} })
    if (said.ok) return { account: free(said.account), field: null, problem: null }
    return { account: null, field: said.field ?? null, problem: wordsOf(said.problem, free) }
  } catch {
    return { account: null, field: null, problem: unreachable }
  }
}

const unreachable: Words = {
  nl: 'De gateway gaf geen antwoord waar wij iets mee kunnen. Probeer het over een paar minuten nog eens.',
  'en-US': 'The gateway gave no answer that we understand. Try again in a few minutes.',
}

const wordsOf = (words: Words, free: (text: string) => string): Words => ({
  nl: free(words.nl),
  'en-US': free(words['en-US']),
})

/** Short values, such as a yes or a number, are words of a language as well. */
const freeOf = (values: readonly string[]) => (text: string) =>
  values.filter(({ length }) => length >= 6).reduce((rest, value) => rest.replaceAll(value, '…'), text)
