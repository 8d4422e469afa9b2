import 'i18next'
import type fields from '../public/locales/nl/fields.json'
import type main from '../public/locales/nl/main.json'

/** The keys of the Dutch files; a test holds the other languages to the same ones (platform/translations.test.ts). */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'main'
    resources: { main: typeof main; fields: typeof fields }
    /** A default text excuses no wrong key. */
    strictKeyChecks: true
  }
}
