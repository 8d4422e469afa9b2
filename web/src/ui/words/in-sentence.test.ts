import { expect, it } from 'vitest'
import { inSentence } from './in-sentence.ts'

it.each([
  ['Payment links', 'payment links'],
  ['API keys', 'API keys'],
  ['API-sleutels', 'API-sleutels'],
  ['ID', 'ID'],
  ['', ''],
])('the label "%s" is "%s" within a sentence', (label, expected) => expect(inSentence(label)).toBe(expected))
