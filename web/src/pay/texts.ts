import type { Language } from '@kontor/contract/identity/session'
import type checkout from '../../public/locales/nl/checkout.json'
import type { KeyOf } from '../ui/text-keys.ts'
import { keep, kept } from './kept.ts'

type Key = KeyOf<typeof checkout>

/**
 * Returns a text of checkout.json by its dotted key, with `{{values}}` filled in. A key built from the server's value comes
 * with a second key, whose text is used when the first has none.
 */
export type Say = (
  key: Key | readonly [built: string, fallback: Key],
  values?: Readonly<Record<string, string>>,
) => string

type Texts = { readonly [key: string]: string | Texts }

/** Texts that were fetched are kept, because the page has to speak while the network is away. */
const fetched = new Map<Language, Texts>()

export async function textsIn(language: Language): Promise<Say> {
  const texts = fetched.get(language) ?? (await fetchTexts(language))
  fetched.set(language, texts)
  return sayOf(texts)
}

/** The texts that say that nothing can be fetched. They came with the page. */
export const textsOfTrouble = (language: Language): Say => sayOf(__CHECKOUT_TROUBLE_TEXTS__[language])

async function fetchTexts(language: Language): Promise<Texts> {
  const response = await fetch(`/locales/${language}/checkout.json`)
  return (await response.json()) as Texts
}

const sayOf =
  (texts: Texts): Say =>
  (key, values = {}) => {
    const found = [key]
      .flat()
      .map((each) => textAt(texts, each))
      .find((text) => text !== undefined)
    return found?.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '') ?? ''
  }

function textAt(texts: Texts, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts)
  return typeof found === 'string' ? found : undefined
}

const key = 'kontor.pay.language'

/** The language that the payer chose on this page; it takes precedence over the link's language. */
export const chosenLanguage = (): Language | undefined => {
  const chosen = kept(key)
  return chosen === 'nl' || chosen === 'en-US' ? chosen : undefined
}
export const chooseLanguage = (language: Language): void => keep(key, language)
