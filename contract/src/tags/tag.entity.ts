import { defineEntity, type Row } from '../entity.ts'
import { id, integer, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'

/** A coloured word that rules or people put on transactions. */
export const tag = defineEntity({
  name: 'tag',
  resource: 'tag',
  fields: {
    id: id(),
    created_at: timestamp(),
    text: text(),
    color: text(),
    description: optional(text()),
    /**
     * The number of transactions of the last 28 days that carry it and that the viewer may see. Null beside a payment:
     * not counted there.
     */
    recent_transactions: optional(integer()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: { id: 'any', text: 'is', created_at: 'range' },
  search: { text: 'contains', id: 'is' },
  sort: ['created_at', 'text'],
  populate: ['organisation'],
  hasHistory: true,
  roles: entityRoles('TAG'),
  export: ['id', 'created_at', 'text', 'color', 'description', 'recent_transactions'],
})

export type Tag = Row<typeof tag>
