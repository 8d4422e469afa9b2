import type { Language } from '@kontor/contract/identity/session'

/** A text of checkout.json by its dotted name, with `{{values}}` filled in. */
export type Say = (key: string, values?: Readonly<Record<string, string>>) => string

type Texts = { readonly [key: string]: string | Texts }

export async function textsIn(language: Language): Promise<Say> {
  const response = await fetch(`/locales/${language}/checkout.json`)
  const texts = (await response.json()) as Texts
  return (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : at), texts)
    return typeof found === 'string' ? found.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '') : key
  }
}

const key = 'kontor.pay.language'

/** The language that the payer chose on this page; it takes precedence over the link's language. */
export const chosenLanguage = (): Language | undefined => {
  const chosen = sessionStorage.getItem(key)
  return chosen === 'nl' || chosen === 'en-US' ? chosen : undefined
}
export const chooseLanguage = (language: Language): void => sessionStorage.setItem(key, language)
