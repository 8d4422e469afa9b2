import { createHash } from 'node:crypto'
import type pg from 'pg'
import { placeOfPiece } from '../imports/kept-file.ts'
import { newId } from '../platform/db/ids.ts'
import { sealBytes } from '../platform/secrets/sealed.ts'

const merchant = 'Bloom'

/** Customers of a shop's old program: one has no number, and one country is none. */
const file = `Klantnummer;Voornaam;Achternaam;E-mail;Postcode;Plaats;Land
OUD-1001;Marieke;de Boer;marieke.de.boer@example.org;1012 AB;Amsterdam;NL
OUD-1002;Joost;van Dijk;joost.van.dijk@example.org;3511 CD;Utrecht;NL
OUD-1003;Sanne;Peeters;sanne.peeters@example.org;2000;Antwerpen;BE
OUD-1004;Tom;Willems;tom.willems@example.org;9000;Gent;België
;Fleur;Mulder;fleur.mulder@example.org;6811 EF;Arnhem;NL
`

/** Lets a file of customers wait for somebody who says which column is what. */
export async function addImports(client: pg.Client, masterKey: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from merchant where name = $1', [merchant])
  const [found] = rows
  if (!found) return
  const { id, created_at } = newId(new Date())
  const content = Buffer.from(file)
  await client.query(
    `insert into import (merchant_id, id, created_at, type, organisation_id, status, file_name, created_by, sha256, bytes, encoding)
      values ($1, $2, $3, 'customer', $1, 'UPLOADED', 'klanten-oude-winkel.csv', 'Philippa Provider', $4, $5, 'utf-8')`,
    [found.id, id, created_at, createHash('sha256').update(content).digest('hex'), content.length],
  )
  await client.query('insert into import_piece (merchant_id, import_id, number, content) values ($1, $2, 0, $3)', [
    found.id,
    id,
    sealBytes(masterKey, placeOfPiece({ merchant_id: found.id, id }, 0), content),
  ])
}
