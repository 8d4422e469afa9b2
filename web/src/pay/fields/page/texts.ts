import type { Language } from '@kontor/contract/identity/session'
import { card_fields as english } from '../../../../public/locales/en-US/checkout.json'
import { card_fields as dutch } from '../../../../public/locales/nl/checkout.json'

type Name = keyof typeof dutch
export type SayOfFields = (key: `card_fields.${Name}`) => string

/** The texts come with the script, because the page may fetch nothing from Kontor's origin. */
export function fieldTexts(language: Language): SayOfFields {
  const texts: Record<string, string> = language === 'nl' ? dutch : english
  return (key) => texts[key.slice('card_fields.'.length)] ?? ''
}
