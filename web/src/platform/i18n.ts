import i18next, { type BackendModule, type i18n as I18n, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { insist } from './connection.ts'

export const languages = ['nl', 'en-US'] as const
export type Language = (typeof languages)[number]
const storageKey = 'kontor.language'
const namespaces = ['main', 'fields'] as const

export const i18n: I18n = i18next.createInstance()

/**
 * Loads two files per language, `main` and `fields`, with the application's version as cache buster. The default
 * language is nl.
 */
export async function startTranslations(): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18n
    .use(files)
    .use(initReactI18next)
    .init({
      lng: currentLanguage(),
      fallbackLng: false,
      supportedLngs: languages,
      ns: namespaces,
      defaultNS: 'main',
      interpolation: { escapeValue: false },
    })
}

const files: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    insist(() => readFile(language, namespace)).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    )
  },
}

async function readFile(language: string, namespace: string): Promise<ResourceKey> {
  const reply = await fetch(addressOf(language, namespace))
  if (!reply.ok) throw new Error(`${reply.url}: ${reply.status}`)
  return reply.json()
}

const addressOf = (language: string, namespace: string): string =>
  `/locales/${language}/${namespace}.json?v=${__APP_VERSION__}`

/** The addresses of the text files of every language. */
export const textFiles = (): string[] =>
  languages.flatMap((language) => namespaces.map((namespace) => addressOf(language, namespace)))

export const currentLanguage = (): Language => chosenLanguage() ?? 'nl'

export function watchLanguage(watcher: () => void): () => void {
  i18n.on('languageChanged', watcher)
  return () => i18n.off('languageChanged', watcher)
}

/** The language that the person chose in this browser; undefined before the first choice. */
export function chosenLanguage(): Language | undefined {
  return languages.find((language) => language === localStorage.getItem(storageKey))
}

/** Speaks the user's own language, unless another was chosen in this browser. */
export async function speakOwn(language: string): Promise<void> {
  if (!chosenLanguage() && i18n.language !== language) await i18n.changeLanguage(language)
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  await i18n.changeLanguage(language)
}
