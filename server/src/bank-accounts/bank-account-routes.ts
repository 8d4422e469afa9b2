import * as endpoints from '@kontor/contract/bank-accounts/bank-account.endpoints'
import * as schemas from '@kontor/contract/bank-accounts/bank-account.schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { type Call, route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import { preparing } from '../platform/http/preparing.ts'
import { requireRow } from '../platform/rows/list.ts'
import { alarmRoutes } from './alarms/alarm-routes.ts'
import { bankAccountSource } from './bank-account.rows.ts'
import type { BankAccountServices } from './bank-account-services.ts'
import { checkBankAccountName } from './check-bank-account-name.ts'
import { createBankAccount, type House, ownerOf } from './create-bank-account.ts'
import { disableBankAccount } from './disable-bank-account.ts'
import { documentRoutes } from './documents/document-routes.ts'
import { seenBankAccount } from './locked-bank-account.ts'
import { unavailable } from './names/verify-payee.ts'
import { hasRoom } from './new-account-limits.ts'
import { pspBankAccountRoutes } from './provider/psp-bank-account-routes.ts'
import { rejectBankAccount } from './reject-bank-account.ts'
import { replaceBankAccount } from './replace-bank-account.ts'
import { revealBankAccount } from './reveal-bank-account.ts'
import { openIban } from './sealed-iban.ts'
import { verifyBankAccount } from './verify-bank-account.ts'

const row = async (trx: Trx, actor: Actor, id: string) => ({
  answer: await requireRow(bankAccountSource, trx, actor, id),
})

/** Only the provider's role writes what was decided about an account; the statements limit what the actor reaches. */
const asProvider = { as: () => 'provider' as const }

export function bankAccountRoutes(app: FastifyInstance, services: BankAccountServices): void {
  entityRoutes(app, services, bankAccountSource)
  addingRoutes(app, services)
  decidingRoutes(app, services)
  documentRoutes(app, services)
  alarmRoutes(app, services)
  pspBankAccountRoutes(app, services)
}

/** What the merchant's people do. The bank is asked before the transaction; everybody is told after it. */
function addingRoutes(app: FastifyInstance, services: BankAccountServices): void {
  const { databases, masterKey, warning, wall, verifyPayee, nudgeMail } = services
  const asking = preparing(async (call: Typing) => {
    const { actor, body, request, id } = call
    const isRoom = await inTransaction(databases, actor, async (trx) => {
      const replaces = id !== ''
      const merchant = replaces
        ? (await seenBankAccount(trx, actor, id)).merchant_id
        : (await ownerOf(trx, actor, body.organisation)).merchant
      return hasRoom(trx, merchant, wall.now(), { replaces })
    })
    // The command refuses it then, or gives a repeated request its answer.
    if (!isRoom) return unavailable
    return verifyPayee(
      { iban: body.iban, holder: body.holder },
      { merchant: actor.scope.merchant ?? undefined, cause: request.id },
    )
  })
  const houseOf = (call: Pick<Typing, 'request'>): House => ({
    masterKey,
    warning,
    checked: asking.learnt(call) ?? unavailable,
  })
  const begin = async () => nudgeMail()

  route(
    app,
    services,
    endpoints.createBankAccountEndpoint,
    schemas.createBankAccountSchemas,
    async (trx, call) => {
      const { actor, body, now } = call
      const id = await createBankAccount(trx, actor, body, now, houseOf(call))
      return { ...(await row(trx, actor, id)), begin }
    },
    { prepare: asking.prepare },
  )
  route(
    app,
    services,
    endpoints.replaceBankAccountEndpoint,
    schemas.replaceBankAccountSchemas,
    async (trx, call) => {
      const { actor, id, body, now } = call
      const made = await replaceBankAccount(trx, actor, id, body, now, houseOf(call))
      return { ...(await row(trx, actor, made)), begin }
    },
    { prepare: asking.prepare },
  )
  route(app, services, endpoints.disableBankAccountEndpoint, schemas.disableBankAccountSchemas, changed(disable))
  route(
    app,
    services,
    endpoints.revealBankAccountEndpoint,
    schemas.revealBankAccountSchemas,
    async (trx, { actor, id, now }) => ({ answer: await revealBankAccount(trx, actor, id, now, masterKey) }),
  )
}

/** A call with what somebody typed of an account. */
interface Typing {
  actor: Actor
  /** Of the account that is replaced; empty: none is. */
  id: string
  body: { iban: string; holder: string; organisation?: string | undefined }
  request: FastifyRequest
}

const changed = answerRow((trx, actor, id) => requireRow(bankAccountSource, trx, actor, id))

const disable = (trx: Trx, { actor, id }: { actor: Actor; id: string }) => disableBankAccount(trx, actor, id)

/** What the provider's people do. */
function decidingRoutes(app: FastifyInstance, services: BankAccountServices): void {
  const { databases, masterKey, verifyPayee } = services
  const asking = preparing(async ({ actor, id, request }: Call<typeof endpoints.checkBankAccountNameEndpoint>) => {
    const { merchant, ...question } = await questionOf(databases, actor, id, masterKey)
    return verifyPayee(question, { merchant, cause: request.id })
  })
  route(
    app,
    services,
    endpoints.checkBankAccountNameEndpoint,
    schemas.checkBankAccountNameSchemas,
    changed((trx, call: Call<typeof endpoints.checkBankAccountNameEndpoint>) =>
      checkBankAccountName(trx, call.actor, call.id, asking.learnt(call) ?? unavailable),
    ),
    { ...asProvider, prepare: asking.prepare },
  )
  route(
    app,
    services,
    endpoints.verifyBankAccountEndpoint,
    schemas.verifyBankAccountSchemas,
    changed((trx, { actor, id, body, now }: Call<typeof endpoints.verifyBankAccountEndpoint>) =>
      verifyBankAccount(trx, actor, id, body, now),
    ),
    asProvider,
  )
  route(
    app,
    services,
    endpoints.rejectBankAccountEndpoint,
    schemas.rejectBankAccountSchemas,
    changed((trx, { actor, id, body }: Call<typeof endpoints.rejectBankAccountEndpoint>) =>
      rejectBankAccount(trx, actor, id, body),
    ),
    asProvider,
  )
}

const questionOf = (databases: Databases, actor: Actor, id: string, masterKey: string) =>
  inTransaction(databases, actor, async (trx) => {
    const { merchant_id, holder, iban } = await seenBankAccount(trx, actor, id)
    return { merchant: merchant_id, holder, iban: openIban(masterKey, { merchant: merchant_id, id }, iban) }
  })
