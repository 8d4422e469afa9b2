import { defineEntity, type Row } from '../entity.ts'
import { id, ref, text, timestamp } from '../field.ts'
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
    organisation: ref('organisation'),
    merchant: ref('merchant'),
  },
  filters: { id: 'is', text: 'is', created_at: 'range' },
  search: { text: 'contains', id: 'is' },
  sort: ['created_at', 'text'],
  populate: ['organisation'],
  roles: entityRoles('TAG'),
  export: ['id', 'created_at', 'text', 'color'],
})

export type Tag = Row<typeof tag>
