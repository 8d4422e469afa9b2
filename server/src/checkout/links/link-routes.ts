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
import { cardAddLinkSource } from './card-add-link.rows.ts'
import { createCardAddLink } from './create-card-add-link.ts'
import { createPaymentLink } from './create-payment-link.ts'
import { endLink } from './end-link.ts'
import { linkDetails } from './link-activity.ts'
import type { LinkMails } from './link-mails.ts'
import type { LinkTable } from './locked-link.ts'
import { mailLink } from './mail-link.ts'
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
  const created = async (
    trx: Trx,
    actor: Actor,
    link: { table: LinkTable; id: string },
    send_mail: boolean,
    now: Date,
  ) => {
    if (send_mail) await mailLink(trx, actor, mails, link, now)
    const url = checkoutAddress(services, { kind: link.table, id: link.id })
    return { answer: { ...(await rowOf(trx, actor, link.table, link.id)), url }, begin: nudge }
  }

  route(app, services, createPaymentLinkEndpoint, createPaymentLinkSchemas, async (trx, { actor, body, now }) => {
    const id = await createPaymentLink(trx, actor, body, now)
    return created(trx, actor, { table: 'payment_link', id }, body.send_mail, now)
  })
  route(app, services, createCardAddLinkEndpoint, createCardAddLinkSchemas, async (trx, { actor, body, now }) => {
    const id = await createCardAddLink(trx, actor, body, now)
    return created(trx, actor, { table: 'card_add_link', id }, body.send_mail, now)
  })

  const mailing =
    (table: LinkTable) =>
    async (trx: Trx, call: { actor: Actor; id: string; body: { email_address?: string | undefined }; now: Date }) => {
      await mailLink(trx, call.actor, mails, { table, id: call.id, ...call.body }, call.now)
      return { answer: await rowOf(trx, call.actor, table, call.id), begin: nudge }
    }
  route(app, services, mailPaymentLinkEndpoint, mailPaymentLinkSchemas, mailing('payment_link'))
  route(app, services, mailCardAddLinkEndpoint, mailCardAddLinkSchemas, mailing('card_add_link'))

  const ending =
    (table: LinkTable, to: 'EXPIRED' | 'CANCELLED') =>
    async (trx: Trx, { actor, id, now }: { actor: Actor; id: string; now: Date }) => {
      await endLink(trx, actor, table, id, to, now)
      return { answer: await rowOf(trx, actor, table, id) }
    }
  route(app, services, expirePaymentLinkEndpoint, expirePaymentLinkSchemas, ending('payment_link', 'EXPIRED'))
  route(app, services, expireCardAddLinkEndpoint, expireCardAddLinkSchemas, ending('card_add_link', 'EXPIRED'))
  route(app, services, cancelCardAddLinkEndpoint, cancelCardAddLinkSchemas, ending('card_add_link', 'CANCELLED'))
}
