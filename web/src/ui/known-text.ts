import type { i18n as I18n, Resources } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { KeyOf, SectionOf } from './text-keys.ts'

type Main = Resources['main']
type Fields = Resources['fields']

/** The key of a text, in the form that `t` takes with both files. */
export type TextKey = KeyOf<Main> | `fields:${keyof Fields & string}`
/** The part of a key before its last dot, which several texts share. */
export type TextSection = SectionOf<Main> | `fields:${FirstPart<keyof Fields>}`

type FirstPart<K> = K extends `${infer First}.${string}` ? First : never

/** True if the key, which is built from data, has a text. `t` then takes it. */
export const isText = (i18n: I18n, key: string): key is TextKey => i18n.exists(key, { returnObjects: false })

/**
 * Returns the text `{section}.{value}` for a value that may come from a server newer than this page. With several sections,
 * the first that has the text counts. Without a text, the result is `otherwise`, never a key. `holds` are the values in the text.
 */
export function useKnownText() {
  const { t, i18n } = useTranslation(['main', 'fields'])
  return (
    section: TextSection | readonly TextSection[],
    value: string,
    otherwise: string,
    holds: { readonly count?: number } = {},
  ): string => {
    const key = [section]
      .flat()
      .map((each) => `${each}.${value}`)
      .find((each) => isText(i18n, each))
    return key === undefined ? otherwise : t(key, holds)
  }
}
