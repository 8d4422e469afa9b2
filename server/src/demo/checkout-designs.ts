import type pg from 'pg'
import { instantOf } from '../platform/db/ids.ts'
import type { Random } from './trade/random.ts'
import { day } from './trade/seasons.ts'

interface DemoDesign {
  merchant: string
  name: string
  description: string
  look: Readonly<Record<string, string | boolean | readonly string[]>>
  /** A plan with the same design. */
  plan?: string
}

const designs: readonly DemoDesign[] = [
  {
    merchant: 'Bloom',
    name: 'Bloom',
    description: 'Huisstijl voor alle links en abonnementen',
    look: {
      background_color: '#fbf3ee',
      header_color: '#7a1f4b',
      header_text_color: '#ffffff',
      button_color: '#a12a63',
      button_text_color: '#ffffff',
      header_payment_description: 'both',
      number_format: 'nl_NL',
      payment_product_order: ['ideal', 'bancontact', 'card', 'paypal', 'klarna'],
      css: 'section {\n  border-radius: 20px;\n}\n\n.button,\nbutton {\n  border-radius: 24px;\n}\n\nh1 {\n  font-family: Georgia, serif;\n  color: #7a1f4b;\n}',
    },
    plan: 'Boeket van de week',
  },
  {
    merchant: 'Bloom',
    name: 'Zakelijk',
    description: 'Voor facturen aan bedrijven: sober, met het kenmerk voorop',
    look: {
      header_color: '#ffffff',
      header_text_color: '#22303a',
      button_color: '#22303a',
      button_text_color: '#ffffff',
      number_format: 'nl_NL',
      payment_product_order: ['ideal', 'sepa_debit', 'card'],
    },
  },
  {
    merchant: 'Harbour',
    name: 'Harbour',
    description: 'Blauw als de overtocht',
    look: {
      background_color: '#0b3a53',
      header_color: '#0b3a53',
      header_text_color: '#f2fbff',
      button_color: '#f2b632',
      button_text_color: '#1d2433',
      number_format: 'nl_NL',
      payment_product_order: ['ideal', 'card', 'paypal', 'sepa_debit'],
    },
  },
  {
    merchant: 'Northgate Records',
    name: 'Northgate',
    description: 'Black vinyl, red label',
    look: {
      background_color: '#f6f2ea',
      header_color: '#111111',
      header_text_color: '#f6f2ea',
      button_color: '#b3261e',
      button_text_color: '#ffffff',
      header_payment_description: 'both',
      number_format: 'en_GB',
      payment_product_order: ['card', 'paypal', 'klarna'],
    },
  },
]

/** Adds checkout designs for some merchants. The first design of each is used by the links that can still be paid. */
export async function addCheckoutDesigns(client: pg.Client, random: Random, now: number): Promise<void> {
  const dressed = new Set<string>()
  for (const [index, { merchant, name, description, look, plan }] of designs.entries()) {
    const { rows } = await client.query<{ id: string }>('select id from merchant where name = $1', [merchant])
    const [found] = rows
    if (!found) continue
    const id = random.id(Math.floor(now - (60 - index) * day))
    const row = {
      merchant_id: found.id,
      id,
      created_at: instantOf(id),
      organisation_id: found.id,
      name,
      description,
      ...look,
    }
    await client.query(
      `insert into checkout (${Object.keys(row)}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    )
    if (!dressed.has(found.id)) await dress(client, found.id, id)
    dressed.add(found.id)
    if (plan)
      await client.query('update plan set checkout_id = $1 where merchant_id = $2 and name = $3', [id, found.id, plan])
  }
}

async function dress(client: pg.Client, merchant: string, design: string): Promise<void> {
  for (const table of ['payment_link', 'card_add_link'])
    await client.query(
      `update ${table} set checkout_id = $1 where merchant_id = $2 and status in ('CREATED', 'INITIATED')`,
      [design, merchant],
    )
}
