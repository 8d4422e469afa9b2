import { randomUUID } from 'node:crypto'
import { fieldsAddress } from '../../server/src/checkout/fields/fields-address.ts'
import { buildFields } from '../../server/src/checkout/fields/fields-app.ts'
import { adyenCardFields } from '../../server/src/processors/adyen/adyen.card-fields.ts'
import { gateways } from '../../server/src/processors/gateways.ts'
import type { CardFields } from '../../server/src/processors/manifest.ts'
import { mollieCardFields } from '../../server/src/processors/mollie/mollie.card-fields.ts'
import { sandboxManifest } from '../../server/src/processors/sandbox/sandbox.manifest.ts'
import { sandboxGateway } from '../../server/src/processors/sandbox/sandbox-gateway.ts'
import { stripeCardFields } from '../../server/src/processors/stripe/stripe.card-fields.ts'
import { credential, startTestApp } from '../../server/test/harness.ts'
import { freePort } from '../../tools/run/processes.ts'
import { fieldsDist, webDist } from '../../tools/run/web-build.ts'

export const scripts = ['adyen', 'stripe', 'mollie'] as const
export type Script = (typeof scripts)[number]

const fieldsOf: Record<Script, CardFields> = {
  adyen: adyenCardFields,
  stripe: stripeCardFields,
  mollie: mollieCardFields,
}
export const publicValues: Record<Script, Record<string, string>> = {
  adyen: { client_key: 'test_TESTTESTTESTTESTTESTTESTTESTTEST' },
  stripe: { publishable_key: 'pk_test_1' },
  mollie: { profile_id: 'pfl_test1' },
}

const { products } = sandboxManifest
// The sandbox has it.
const bancontact = products.bancontact as NonNullable<typeof products.bancontact>

const where = { nl: 'Instellingen', 'en-US': 'Settings' }

export type FieldsKontor = Awaited<ReturnType<typeof startFieldsKontor>>

/**
 * A Kontor of its own, in this process, with three gateways that exist only here: each has the card fields of a real one,
 * keeps the token that it gets, and pays by the sandbox.
 */
export async function startFieldsKontor() {
  process.env.KONTOR_TEST_DATABASE_URL = process.env.KONTOR_E2E_DATABASE_URL
  process.env.KONTOR_TEST_MASTER_KEY = process.env.KONTOR_E2E_MASTER_KEY
  let log = ''
  const stream = {
    write(line: string) {
      log += line
    },
  }
  const logger = { level: 'trace', stream }
  const tokens: string[] = []
  const names: (string | undefined)[] = []
  for (const script of scripts) {
    const card_fields = fieldsOf[script]
    const fields = card_fields.public_fields.map((name) => ({
      ...{ name, label: name, secret: false, required: publicValues[script][name] !== undefined, where },
    }))
    const { cardField: _, ...adapter } = sandboxGateway
    gateways.push({
      ...adapter,
      manifest: {
        ...sandboxManifest,
        name: `test_${script}`,
        credential: [...sandboxManifest.credential, ...fields],
        card_fields,
        products: {
          ...products,
          bancontact: { ...bancontact, asks: ['payer_name'] },
          // The IBAN is asked for at its page.
          sepa_debit: { ...bancontact, name: 'sepa_debit' },
        },
      },
      authorize(connection, request) {
        tokens.push(request.card_token ?? '')
        names.push(request.payer?.name)
        return sandboxGateway.authorize(connection, { ...request, card_token: 'test_visa' })
      },
    })
  }
  const port = await freePort()
  const fieldsUrl = `http://127.0.0.1:${port}`
  const kontor = await startTestApp({ fieldsUrl, webDist, logger })
  const fields = await buildFields({ ...kontor.database, publicUrl: kontor.url, dist: fieldsDist, logger })
  await fields.listen({ host: '127.0.0.1', port })

  return {
    url: kontor.url,
    sandboxUrl: kontor.sandboxUrl,
    fieldsUrl,
    /** The card tokens that the gateways received, in order. */
    tokens,
    /** The names of payers that the gateways received, in order. */
    names,
    log: () => log,
    /** The address of a link of a shop that takes this product by this gateway, and iDEAL. */
    async link(script: Script, payment_product = 'card'): Promise<string> {
      const { merchant } = await kontor.make.merchant()
      await kontor.connect(merchant)
      const card = await kontor.make.processor(merchant, {
        ...{ gateway: `test_${script}`, payment_product },
        credential: { ...credential, ...publicValues[script] },
      })
      const ideal = await kontor.make.processor(merchant, { payment_product: 'ideal' })
      const payment_profile = await kontor.make.profile(merchant, { processors: [card, ideal], currency_code: 'EUR' })
      const owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
      const order = { payment_profile, amount: 1_250, merchant_reference: randomUUID(), language: 'nl' }
      const { body } = await kontor.post(owner, '/v1/paymentlink', order)
      return `${kontor.url}${new URL(body.url).pathname}`
    },
    /** The page of a gateway's fields for an account for real money. */
    livePage(script: Script, credential: Record<string, string>): string | undefined {
      const manifest = gateways.find(({ manifest: { name } }) => name === `test_${script}`)?.manifest
      const { masterKey } = kontor.database
      return manifest && fieldsAddress({ fieldsUrl, masterKey }, manifest, { mode: 'live', credential }, new Date())
    },
    async stop() {
      gateways.splice(-scripts.length)
      await kontor.stop()
      await fields.close()
    },
  }
}
