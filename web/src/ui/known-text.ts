import type { i18n as I18n, Resources } from 'i18next'
import { useTranslation } from 'react-i18next'

type Main = Resources['main']
type Fields = Resources['fields']

/** The name of a text, as `t` takes it with both files. */
export type TextKey = LeafOf<Main> | `fields:${keyof Fields & string}`
/** What several texts have in common before their last dot. */
export type TextSection = SectionOf<Main> | `fields:${FirstPart<keyof Fields>}`

type LeafOf<T> = {
  [K in keyof T & string]: T[K] extends object ? `${K}.${LeafOf<T[K]>}` : K
}[keyof T & string]
type SectionOf<T> = {
  [K in keyof T & string]: T[K] extends object ? K | `${K}.${SectionOf<T[K]>}` : never
}[keyof T & string]
type FirstPart<K> = K extends `${infer First}.${string}` ? First : never

/** A key that is made of data becomes one that `t` takes, if there is such a text. */
export const isText = (i18n: I18n, key: string): key is TextKey => i18n.exists(key, { returnObjects: false })

/**
 * Says a value from outside, which may be of a server that is newer than this page: the text `{section}.{value}`, of
 * several sections the first that has it, or else `otherwise`. Never a key.
 */
export function useKnownText() {
  const { t, i18n } = useTranslation(['main', 'fields'])
  return (section: TextSection | readonly TextSection[], value: string, otherwise: string): string => {
    const key = [section]
      .flat()
      .map((each) => `${each}.${value}`)
      .find((each) => isText(i18n, each))
    return key === undefined ? otherwise : t(key)
  }
}
