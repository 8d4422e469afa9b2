import { z } from 'zod'
import { filledLine, lineOfText, ofList, ofText } from '../wire.ts'

/** The named settings of a list: filters, order, page size and columns. The owner keeps it; colleagues may see it. */

const key = lineOfText(80).min(1, ofText('required'))

const value = lineOfText(300)

export const savedViewContent = z.strictObject({
  /** The list's address, without the ranges that move with time. */
  query: z
    .record(key, z.union([value, z.array(value).max(100, ofList('too_many'))]))
    .refine((query) => Object.keys(query).length <= 60, 'too_many'),
  /** Ranges that move with time, by field: `created_at` → `last_28_days`. */
  dates: z
    .record(key, z.string().regex(/^[a-z0-9_]{1,40}$/, 'invalid_value'))
    .refine((dates) => Object.keys(dates).length <= 20, 'too_many'),
  columns: z.strictObject({
    /** Column names in order. A column that a later version adds comes after them. */
    order: z.array(key).max(100, ofList('too_many')),
    /** Columns that the person switched on or off; other columns follow the screen. */
    shown: z.record(key, z.boolean()).refine((shown) => Object.keys(shown).length <= 100, 'too_many'),
  }),
})

export type SavedViewContent = z.output<typeof savedViewContent>

/** The path of the screen, such as `/transactionsDeclined`. */
const listPath = z.string().regex(/^\/[\w/-]{1,99}$/, 'invalid_value')

const name = filledLine(80)

const savedView = z.object({
  id: z.string().meta({ format: 'uuid' }),
  list: z.string(),
  name: z.string(),
  content: savedViewContent,
  shared: z.boolean(),
  /** True for the caller's own views; only the owner can change a view. */
  own: z.boolean(),
  owner_name: z.string(),
})

export type SavedView = z.output<typeof savedView>

/** The most views of one person. */
export const mostSavedViews = 200

export const createSavedViewSchemas = {
  body: z.strictObject({ list: listPath, name, content: savedViewContent, shared: z.boolean().default(false) }),
  reply: savedView,
}

export const updateSavedViewSchemas = {
  body: z.strictObject({
    name: name.optional(),
    content: savedViewContent.optional(),
    shared: z.boolean().optional(),
  }),
  reply: savedView,
}

export const deleteSavedViewSchemas = {
  body: z.strictObject({}),
}

export const listSavedViewsSchemas = { query: z.strictObject({ list: listPath }), reply: z.array(savedView) }
