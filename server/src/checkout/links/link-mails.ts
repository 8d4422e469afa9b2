import { type CardAddLinkStatus, linkCan } from '@kontor/contract/checkout/link.rules'
import { type Language, languages } from '@kontor/contract/identity/session'
import { formatMoney } from '@kontor/contract/money'
import { sql } from 'kysely'
import type { Databases, Trx } from '../../platform/db/database.ts'
import { messageOf, oneLine } from '../../platform/mail/mail-text.ts'
import type { Message, Sender } from '../../platform/mail/message.ts'
import { enqueueMail, type Values } from '../../platform/mail/outbox.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { checkoutAddress } from '../token.ts'
import { linkTexts } from './link-mails.texts.ts'
import type { LinkTable } from './locked-link.ts'

export interface LinkMails {
  /** Puts the mail into the outbox, in the transaction that decided to send it. */
  send(trx: Trx, table: LinkTable, merchant: string, id: string, address: string): Promise<void>
  /** Starts sending; called after the commit. */
  nudge(): void
}

/** The sender of link mails. Mails use the wall clock, whatever the engine's clock says. */
export const linkMails = (at: { masterKey: string; clock: Clock; nudge: () => void }): LinkMails => ({
  send: (trx, table, merchant, id, address) =>
    enqueueMail(trx, at.masterKey, { template: table, values: { merchant, id, address } }, at.clock.now()),
  nudge: at.nudge,
})

interface House {
  databases: Databases
  publicUrl: string
  masterKey: string
  /** The engine's clock, which decides when links expire. */
  clock: Clock
}

/** Makes the mail when it is sent; a link that has ended by then gets no mail. */
export const makeLinkMail = (house: House): MailMaker =>
  async function make(template, values) {
    const kind = template === 'payment_link' ? template : 'card_add_link'
    const link = await findLink(house, kind, values)
    if (!link || !linkCan.mail(link)) return undefined
    if (link.expires_at <= house.clock.now().toISOString()) return undefined
    const language = languages.find((each) => each === link.language) ?? 'nl'
    const url = checkoutAddress(house, { kind, id: link.id })
    return message(kind, language, link, values.address ?? '', url)
  }

interface FoundLink {
  id: string
  status: CardAddLinkStatus
  expires_at: string
  language: string
  merchant_reference: string
  description: string | null
  currency_code: string
  amount: number | null
  shop: string
  /** Of the merchant: the day of expiry is the one that it has. */
  time_zone: string
  name: string
  sender: Sender
}

async function findLink({ databases }: House, table: LinkTable, { merchant = '', id = '' }: Values) {
  const { rows } = await sql<FoundLink>`
    select link.id, link.status, link.expires_at, link.language, link.merchant_reference, link.description,
      link.currency_code, ${table === 'payment_link' ? sql`link.amount` : sql`0::bigint`} as amount,
      json_build_object('name', m.mail_name, 'reply_to', m.mail_reply_to) as sender,
      shop.display_name as shop, m.time_zone, concat_ws(' ', customer.first_name, customer.last_name) as name
    from ${sql.table(table)} as link
    join merchant m on m.id = link.merchant_id
    join payment_profile shop on shop.merchant_id = link.merchant_id and shop.id = link.payment_profile_id
    left join customer on customer.merchant_id = link.merchant_id and customer.id = link.customer_id
    where link.merchant_id = ${merchant} and link.id = ${id}`.execute(databases.provider)
  return rows[0]
}

function message(kind: LinkTable, language: Language, link: FoundLink, address: string, url: string): Message {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: link.time_zone })
  const text = linkTexts[language]({
    asks: kind === 'card_add_link' ? 'card' : link.amount === null ? 'open' : 'amount',
    shop: link.shop,
    name: link.name,
    reference: link.merchant_reference,
    amount: link.amount === null ? '' : formatMoney(link.amount, link.currency_code, language),
    description: link.description,
    until: day.format(new Date(link.expires_at)),
  })
  const to = { name: oneLine(link.name || address), address }
  return messageOf({ ...text, subject: oneLine(text.subject) }, { to, from: link.sender, language, url })
}
