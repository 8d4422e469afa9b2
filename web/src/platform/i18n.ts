import i18next, { type i18n as I18n } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'

export const languages = ['nl', 'en-US'] as const
export type Language = (typeof languages)[number]
const storageKey = 'kontor.language'

export const i18n: I18n = i18next.createInstance()

/** Two files a language, `main` and `fields`, with the application's version as cache buster. nl unless chosen otherwise. */
export async function startTranslations(): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18n
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage() ?? 'nl',
      fallbackLng: false,
      supportedLngs: languages,
      ns: ['main', 'fields'],
      defaultNS: 'main',
      backend: { loadPath: `/locales/{{lng}}/{{ns}}.json?v=${__APP_VERSION__}` },
      interpolation: { escapeValue: false },
    })
}

/** What this person chose in this browser; undefined before the first choice. */
export function chosenLanguage(): Language | undefined {
  return languages.find((language) => language === localStorage.getItem(storageKey))
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  await i18n.changeLanguage(language)
}
