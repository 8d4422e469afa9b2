import type { i18n as I18n, Resources } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { KeyOf, SectionOf } from './text-keys.ts'

type Main = Resources['main']
type Fields = Resources['fields']

/** The name of a text, as `t` takes it with both files. */
export type TextKey = KeyOf<Main> | `fields:${keyof Fields & string}`
/** The part of a name before its last dot, which several texts share. */
export type TextSection = SectionOf<Main> | `fields:${FirstPart<keyof Fields>}`

type FirstPart<K> = K extends `${infer First}.${string}` ? First : never

/** True if the key, made of data, is the name of a text: `t` takes it then. */
export const isText = (i18n: I18n, key: string): key is TextKey => i18n.exists(key, { returnObjects: false })

/**
 * Says a value from outside, which may come from a server that is newer than this page: the text `{section}.{value}`, of
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
