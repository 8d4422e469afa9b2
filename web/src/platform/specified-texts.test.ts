import { expect, it } from 'vitest'
import fields from '../../public/locales/en-US/fields.json' with { type: 'json' }
import main from '../../public/locales/en-US/main.json' with { type: 'json' }
import { onScreen, specifiedTexts } from '../../test/specified-texts.ts'

const textOf = (key: string): unknown => {
  // The keys of fields.json have dots in themselves.
  if (key.startsWith('fields:')) return (fields as Record<string, unknown>)[key.slice('fields:'.length)]
  return key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], main)
}

const cases = specifiedTexts.flatMap(([section, text, ...keys]) => keys.map((key) => [section, text, key] as const))

it.each(cases)('specification %s fixes “%s” for %s, letter by letter', (_section, text, key) => {
  expect(textOf(key)).toBe(onScreen(text))
})
