import {
  cancelCardAddLinkEndpoint,
  createCardAddLinkEndpoint,
  createPaymentLinkEndpoint,
  expireCardAddLinkEndpoint,
  expirePaymentLinkEndpoint,
  mailCardAddLinkEndpoint,
  mailPaymentLinkEndpoint,
} from '@kontor/contract/checkout/link.endpoints'
import {
  cancelCardAddLinkSchemas,
  createCardAddLinkSchemas,
  createPaymentLinkSchemas,
  expireCardAddLinkSchemas,
  expirePaymentLinkSchemas,
  mailCardAddLinkSchemas,
  mailPaymentLinkSchemas,
} from '@kontor/contract/checkout/link.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import { requireRow, type Source } from '../../platform/rows/list.ts'
import type { CheckoutServices } from '../checkout-routes.ts'
import { checkoutAddress } from '../token.ts'
import { cancelCardAddLink } from './cancel-card-add-link.ts'
import { cardAddLinkSource } from './card-add-link.rows.ts'
import { createCardAddLink } from './create-card-add-link.ts'
import { createPaymentLink } from './create-payment-link.ts'
import { expireCardAddLink } from './expire-card-add-link.ts'
import { expirePaymentLink } from './expire-payment-link.ts'
import { linkDetails } from './link-activity.ts'
import type { LinkMails } from './link-mails.ts'
import type { LinkTable } from './locked-link.ts'
import { mailCardAddLink } from './mail-card-add-link.ts'
import { mailPaymentLink } from './mail-payment-link.ts'
import { paymentLinkSource } from './payment-link.rows.ts'

export interface LinkServices extends CheckoutServices {
  readonly linkMails: LinkMails
}

/** Registers the lists and commands of payment links and card-add links. */
export function linkRoutes(app: FastifyInstance, services: LinkServices): void {
  const links = { payment_link: paymentLinkSource, card_add_link: cardAddLinkSource } satisfies Record<
    LinkTable,
    Source
  >
  for (const table of ['payment_link', 'card_add_link'] as const) {
    entityRoutes(app, services, links[table])
    linkDetails(app, services, table, links[table])
  }
  const { linkMails: mails } = services
  const nudge = async () => mails.nudge()

  const rowOf = (trx: Trx, actor: Actor, table: LinkTable, id: string) => requireRow(links[table], trx, actor, id)
  const created = async (trx: Trx, actor: Actor, table: LinkTable, id: string) => {
    const url = checkoutAddress(services, { kind: table, id })
    return { answer: { ...(await rowOf(trx, actor, table, id)), url }, begin: nudge }
  }

  route(app, services, createPaymentLinkEndpoint, createPaymentLinkSchemas, async (trx, { actor, body, now }) => {
    const id = await createPaymentLink(trx, actor, body, now)
    if (body.send_mail) await mailPaymentLink(trx, actor, id, {}, now, mails)
    return created(trx, actor, 'payment_link', id)
  })
  route(app, services, createCardAddLinkEndpoint, createCardAddLinkSchemas, async (trx, { actor, body, now }) => {
    const id = await createCardAddLink(trx, actor, body, now)
    if (body.send_mail) await mailCardAddLink(trx, actor, id, {}, now, mails)
    return created(trx, actor, 'card_add_link', id)
  })

  route(app, services, mailPaymentLinkEndpoint, mailPaymentLinkSchemas, async (trx, { actor, id, body, now }) => {
    await mailPaymentLink(trx, actor, id, body, now, mails)
    return { answer: await rowOf(trx, actor, 'payment_link', id), begin: nudge }
  })
  route(app, services, mailCardAddLinkEndpoint, mailCardAddLinkSchemas, async (trx, { actor, id, body, now }) => {
    await mailCardAddLink(trx, actor, id, body, now, mails)
    return { answer: await rowOf(trx, actor, 'card_add_link', id), begin: nudge }
  })

  const ending =
    (table: LinkTable, end: typeof expirePaymentLink) =>
    async (trx: Trx, { actor, id, now }: { actor: Actor; id: string; now: Date }) => {
      await end(trx, actor, id, now)
      return { answer: await rowOf(trx, actor, table, id) }
    }
  route(app, services, expirePaymentLinkEndpoint, expirePaymentLinkSchemas, ending('payment_link', expirePaymentLink))
  route(app, services, expireCardAddLinkEndpoint, expireCardAddLinkSchemas, ending('card_add_link', expireCardAddLink))
  route(app, services, cancelCardAddLinkEndpoint, cancelCardAddLinkSchemas, ending('card_add_link', cancelCardAddLink))
}
