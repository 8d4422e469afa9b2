import 'i18next'
import type fields from '../public/locales/nl/fields.json'
import type main from '../public/locales/nl/main.json'

/** The keys of the Dutch files. A test compares the other languages with them (platform/translations.test.ts). */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'main'
    resources: { main: typeof main; fields: typeof fields }
    /** A wrong key is an error, even with a default text. */
    strictKeyChecks: true
  }
}
