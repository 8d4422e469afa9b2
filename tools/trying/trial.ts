import { writeFileSync } from 'node:fs'
import type { Exchange, Gateway } from '../../server/src/processors/gateway.ts'
import { addressesOf } from '../../server/src/processors/gateways.ts'
import { exitCodeOf, fileOf, tableOf, withoutSecrets } from './shown.ts'
import { silentOf, testCredential } from './test-credential.ts'
import { trialCards } from './trial-cards.ts'
import { type Trial, tryGateway } from './try-gateway.ts'
import { receiveVisitors } from './visitors.ts'

const timeout_ms = 30_000

export interface Run extends Pick<Trial, 'ask' | 'patience_ms'> {
  /** Has the values of the credential. */
  env: Readonly<Record<string, string | undefined>>
  /** An address in public that leads to `port` of this machine. */
  tunnel: string | undefined
  port: number
  /** Where the exchanges are written to. */
  file: string
  print(text: string): void
}

/** Tries a gateway and says what was seen. Gives the exit code. */
export async function runTrial(gateway: Gateway, run: Run): Promise<number> {
  const { manifest } = gateway
  const { env, tunnel, port, file, print, ask, patience_ms } = run
  const credential = testCredential(manifest, env)
  const visitors = await receiveVisitors(port, manifest.webhook.answer)
  const webhook = tunnel === undefined ? undefined : { address: `${tunnel}/webhook`, told: visitors.told }
  const exchanges: (Exchange & { step: number })[] = []
  let step = 0
  const connection = {
    ...{ addresses: addressesOf(manifest, { url: null, mode: 'test', credential }), mode: 'test' as const, credential },
    ...{ timeout_ms, onExchange: (exchange: Exchange) => void exchanges.push({ ...exchange, step }) },
    ...(webhook && manifest.webhook.set_up === 'per_payment' && { notification_url: webhook.address }),
  }
  const clean = withoutSecrets(manifest, credential)
  const silent = silentOf(manifest).join(', ')
  if (silent) print(`${silent}: does not say whether it is of a live account. It goes to the address for tests alone.`)
  try {
    const results = await tryGateway({
      ...{ gateway, connection, cards: trialCards[manifest.name], patience_ms, webhook, ask },
      ...{ back: visitors.back, returned: visitors.returned },
      begin({ number, name }) {
        step = number
        print(`${String(number).padStart(2)}  ${name}`)
      },
    })
    writeFileSync(file, clean(fileOf(manifest.name, results, exchanges)))
    print(clean(`\n${tableOf(results)}\n\nThe exchanges, masked: ${file}`))
    return exitCodeOf(results)
  } finally {
    await visitors.stop()
  }
}
